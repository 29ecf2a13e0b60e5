"""orderdesk: answers the mails of a bicycle shop's customers.

An example for flake8-toolloop. It is code of our own that reads like many small agents of 2024 and 2025: it began with
one loop, was given more of them, then extended thinking, saved sessions and a nightly batch, and it never crashed in a
demo. Its tool loops lose parts of what the model said:

- `python -m legacy_agent.rehearsal`, run in `examples/`, shows which parts;
- `flake8-toolloop check examples/legacy_agent` says why;
- `flake8-toolloop fix --unsafe-fixes examples/legacy_agent` repairs what can be repaired.
"""
