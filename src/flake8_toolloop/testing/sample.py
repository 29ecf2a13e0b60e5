"""A value that fits a tool's JSON schema, as small as it can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DEPTH = 20
"""References and nesting deeper than this end in null."""
PLAIN: dict[str, Any] = {"string": "sample", "integer": 1, "number": 1.5, "boolean": True, "null": None}


def sample(schema: Mapping[str, Any], root: Mapping[str, Any] | None = None, depth: int = 0) -> Any:
    """The value: what the schema names outright, else its required parts, each as small as it can be."""
    root = schema if root is None else root
    if depth > DEPTH:
        return None
    for key in ("const", "default"):
        if key in schema:
            return schema[key]
    for key in ("enum", "examples"):
        if isinstance(schema.get(key), list) and schema[key]:
            return schema[key][0]
    if isinstance(schema.get("$ref"), str):
        return sample(_resolved(schema["$ref"], root), root, depth + 1)
    for key in ("anyOf", "oneOf", "allOf"):
        if isinstance(schema.get(key), list) and schema[key]:
            return sample(schema[key][0], root, depth + 1)
    return _typed(schema, root, depth)


def _typed(schema: Mapping[str, Any], root: Mapping[str, Any], depth: int) -> Any:
    kind = schema.get("type", "object")
    kind = kind[0] if isinstance(kind, list) and kind else kind
    if kind == "object":
        properties = schema.get("properties") or {}
        required = schema.get("required") or ()
        return {name: sample(properties.get(name, {"type": "string"}), root, depth + 1) for name in required}
    if kind == "array":
        items = schema.get("items")
        count = schema.get("minItems", 1)
        return [sample(items, root, depth + 1)] * min(count, DEPTH) if isinstance(items, dict) else []
    if kind in ("integer", "number"):
        value = schema.get("minimum", PLAIN[kind])
        return min(value, schema.get("maximum", value))
    if kind == "string":
        return PLAIN["string"].ljust(schema.get("minLength", 0), "x")[: schema.get("maxLength")]
    return PLAIN.get(str(kind))


def _resolved(pointer: str, root: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a reference inside the schema points to; nothing where it points nowhere."""
    found: Any = root
    for part in pointer.removeprefix("#").strip("/").split("/"):
        found = found.get(part, {}) if isinstance(found, dict) else {}
    return found if isinstance(found, dict) else {}
