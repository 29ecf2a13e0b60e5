"""The tools, their descriptions for the model, and the data that they look at."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

ORDERS = {
    "A-1001": {"customer": "ida@example.org", "item": "touring-wheel", "count": 2, "status": "shipped", "total": 318.0},
    "A-1002": {"customer": "jon@example.org", "item": "brake-pad", "count": 4, "status": "lost", "total": 48.0},
}
STOCK = {"touring-wheel": 3, "brake-pad": 120, "saddle": 0}
PRICES = {"touring-wheel": 159.0, "brake-pad": 12.0, "saddle": 74.0}
NOTES: list[str] = []


def find_order(number: str) -> dict[str, Any]:
    """Look an order up by its number."""
    return ORDERS[number]


def stock(item: str) -> int:
    """How many of an item are on the shelf."""
    return STOCK[item]


def price(item: str) -> float:
    """What one of an item costs."""
    return PRICES[item]


def add_note(text: str) -> str:
    """Leave a note for the people in the shop."""
    NOTES.append(text)
    return "noted"


FUNCTIONS: dict[str, Callable[..., Any]] = {
    function.__name__: function for function in (find_order, stock, price, add_note)
}
PARAMETERS = {"find_order": "number", "stock": "item", "price": "item", "add_note": "text"}
SPECS: list[dict[str, Any]] = [
    {
        "name": name,
        "description": function.__doc__,
        "input_schema": {
            "type": "object",
            "properties": {PARAMETERS[name]: {"type": "string"}},
            "required": [PARAMETERS[name]],
        },
    }
    for name, function in FUNCTIONS.items()
]
SORT_MAIL: dict[str, Any] = {
    "name": "sort_mail",
    "description": "Say what the mail is about.",
    "input_schema": {
        "type": "object",
        "properties": {"topic": {"enum": ["order", "quote", "refund", "other"]}},
        "required": ["topic"],
    },
}


def run_tool(name: str, arguments: dict[str, Any]) -> str:
    """Run a tool; what goes wrong is told to the model."""
    function = FUNCTIONS.get(name)
    if function is None:
        return f"error: there is no tool {name}"
    try:
        return json.dumps(function(**arguments))
    except Exception as error:
        return f"error: {error!r}"
