"""What is for the program to say, and no repair of ours: for each kind of finding, what to do instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flake8_toolloop.flow.story import BrokenReplayed, LossyClient, Requested, Stripped

if TYPE_CHECKING:
    from flake8_toolloop.findings import Finding
    from flake8_toolloop.flow.story import Cut

_CUT = {
    "deque": "a deque counts messages: keep a list, and cut it before a question of the user's",
    "pop": "take out whole turns, from one question of the user's to the next",
    "popleft": "take out whole turns, from one question of the user's to the next",
}
_CUT_ELSE = "where the history may be cut is for you to say: before a question of the user's no result loses its call"
_STRIPPED = "where this may stand is for you to say: before the next question of the user's no cycle is open"
_UNSIGNED = "drop what has no signature where it is made: what is stored for a cycle that is open has to stay"
_BROKEN = "what is said of the interruption is for you to say: blocks that were finished may go back, or the text alone"
_REQUESTED = {
    "TLP110": "how often the turn is sent again is for you to say: go on after `{pauses}` instead of ending the loop",
    "TLP208": "whether to ask again with a higher limit or to give up is for you to say: ask `{stop}` before",
    "TLP406": "what differs belongs before the loop, or behind the last message: which is for you to say",
    "TLP407": "which of the settings is meant is for you to say: all requests of a cycle need the same",
    "TLP409": "whether the old thinking is still wanted is for you to say: the API can leave it out by itself",
}
_NONE = "what is meant here is for you to say"


def cut_reason(event: Cut) -> str:
    """Why a cut cannot be moved, and where it would have to be."""
    return _CUT.get(event.how, _CUT_ELSE)


def reason_of(finding: Finding) -> str:
    """Why a finding has no repair, and what there is to do."""
    event = finding.origin
    if isinstance(event, Stripped):
        return _UNSIGNED if event.unsigned else _STRIPPED
    if isinstance(event, BrokenReplayed):
        return _BROKEN
    if isinstance(event, LossyClient):
        return f"another client has to be chosen: none of what {event.client} sends can carry it"
    if isinstance(event, Requested):
        wanted = _REQUESTED.get(finding.code, _NONE)
        return wanted.format(pauses=event.pauses, stop=event.dialect.stop_field or "why the turn ended")
    return _NONE
