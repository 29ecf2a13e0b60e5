"""orderdesk [--session FILE] [--nightly FOLDER]: the command line."""

from __future__ import annotations

import argparse
import json
import logging
import pathlib
from typing import Any

from legacy_agent import convert
from legacy_agent.client import LLM, connect, text_of
from legacy_agent.loop import Desk, investigate, quote, refund, topic_of
from legacy_agent.tools import SPECS, add_note, find_order
from legacy_agent.turns import Turn

log = logging.getLogger(__name__)


def handle(llm: LLM, mail: str) -> str:
    """Give a mail to whoever is best at it."""
    topic = topic_of(llm.client, mail)
    if topic == "quote":
        return quote(llm, mail)
    if topic == "refund":
        return refund(llm, mail)
    if topic == "order":
        return investigate(llm.client, mail)
    return Desk(llm).answer(mail)


def resume(llm: LLM, session: pathlib.Path) -> str:
    """Go on where a saved session ended."""
    records = [json.loads(line) for line in session.read_text(encoding="utf-8").splitlines()]
    if records and "from" in records[0]:
        messages = convert.lead_with_thinking(convert.from_export(records))
    else:
        messages = convert.to_wire([Turn.from_record(record) for record in records])
    response = llm.complete(messages, tools=SPECS)
    with session.open("a", encoding="utf-8") as file:
        print(json.dumps(convert.from_response(response).as_record()), file=file)
    return text_of(response)


def nightly(llm: LLM, folder: pathlib.Path) -> dict[str, str]:
    """Draft an answer to every mail in the folder. Only tools that nobody has to watch."""
    drafts = {}
    for path in sorted(folder.glob("*.txt")):
        messages: list[dict[str, Any]] = [{"role": "user", "content": path.read_text(encoding="utf-8")}]
        while True:
            response = llm.complete(messages, tools=SPECS)
            messages.append({"role": "assistant", "content": response.content})
            if response.stop_reason != "tool_use":
                break
            results = []
            for block in response.content:
                if block.type != "tool_use":
                    continue
                if block.name == "find_order":
                    output = json.dumps(find_order(**block.input))
                elif block.name == "add_note":
                    output = add_note(**block.input)
                else:
                    log.warning("%s is not for the night", block.name)
                    continue
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": output})
            messages.append({"role": "user", "content": results})
        drafts[path.name] = text_of(response)
    return drafts


def main(argv: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="orderdesk", description=__doc__)
    parser.add_argument("mail", nargs="?", help="the mail to answer")
    parser.add_argument("--session", type=pathlib.Path, help="go on with a saved session")
    parser.add_argument("--nightly", type=pathlib.Path, metavar="FOLDER", help="draft answers to all mails in a folder")
    parser.add_argument("-v", "--verbose", action="store_true")
    args = parser.parse_args(argv)
    logging.basicConfig(level=logging.INFO if args.verbose else logging.WARNING)

    llm = connect()
    if args.nightly:
        for name, draft in nightly(llm, args.nightly).items():
            print(f"== {name}\n{draft}\n")
    elif args.session:
        print(resume(llm, args.session))
    elif args.mail:
        print(handle(llm, args.mail))
    else:
        parser.error("nothing to do")
    return 0
