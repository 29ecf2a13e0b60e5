import copy
import json
import re

SECRET = re.compile(r"(sk|ghp)[-_][A-Za-z0-9]{16,}")


def scrub(messages):
    """A copy of the session without secrets, for a bug report."""
    shared = copy.deepcopy(messages)
    for message in shared:
        if isinstance(message["content"], str):
            message["content"] = SECRET.sub("<secret>", message["content"])
            continue
        for block in message["content"]:
            for field in ("text", "thinking", "content"):
                if isinstance(block.get(field), str):
                    block[field] = SECRET.sub("<secret>", block[field])
    return shared


def export(session, path):
    with open(path, "w") as fh:
        json.dump(scrub(session.messages), fh)
