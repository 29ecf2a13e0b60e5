"""Executed proofs: each fixture that is a program is run before and after its fix against the strict provider.

Before, it is refused or loses blocks. After, the provider has nothing to say, and the program has run its tools.
"""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import json
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import certifi
import httpx
import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.fixes.edits import apply_edits
from flake8_toolloop.settings import Settings
from flake8_toolloop.testing import StrictProvider, call, omitted, redacted, text, thinking, unknown

anthropic = pytest.importorskip("anthropic")
openai = pytest.importorskip("openai")

RULES = Path(__file__).parents[1] / "rules"
PAIRS = sorted(path for path in RULES.glob("*/fixed/*.py") if (path.parents[1] / "bad" / path.name).exists())
TOOLS = [
    {
        "name": "weather",
        "description": "Weather in a city",
        "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    }
]
SCRIPT: list[Any] = [
    [
        thinking(" Two cities.\n"),
        redacted(),
        text("Look."),
        call("weather", city="Paris"),
        call("weather", city="Rome"),
    ],
    [omitted(), thinking("One more."), unknown(), text("Soon."), call("weather", city="Oslo")],
    [thinking("So."), text("Warm.")],
]
SILENT: list[Any] = [
    [thinking("Two."), call("weather", city="Paris"), call("weather", city="Rome")],
    [thinking("One more."), call("weather", city="Oslo")],
    [text("")],
    [text("Warm.")],
]
"""The third turn, which ends a cycle, is one empty text."""
CITIES = ["Paris", "Rome", "Oslo"]
ELSEWHERE = {
    # Clients of other hosts speak the same wire: here they speak it to the provider.
    'AnthropicBedrock(aws_region="us-east-1")': "Anthropic()",
    'AnthropicFoundry(resource="demo")': "AnthropicFoundry()",
    "import AnthropicFoundry": "import Anthropic as AnthropicFoundry",
}


CHAT = ("https://api.deepseek.com", "https://api.moonshot.cn/v1")
"""Addresses of servers that speak Chat Completions."""


def key_of(path: Path) -> str:
    """The rule and the name of a program."""
    return f"{path.parents[1].name}/{path.stem}"


def script_of(key: str) -> list[Any]:
    """The turns that a program is given."""
    if key.startswith("TLP403/results"):
        return [*SILENT[:2], [text("Wait.")], SILENT[-1]]
    return SILENT if key.startswith("TLP403/") else SCRIPT


class Kit:
    """What the programs are given: tools in the spellings that they call them by, histories, clients."""

    def __init__(self, provider: StrictProvider) -> None:
        self.provider, self.ran, self.tools = provider, [], TOOLS  # type: ignore[var-annotated]
        self.messages: list[Any] = [{"role": "user", "content": "Where is it warm?"}]
        self.by_input = {"weather": self.weather}
        self.by_keyword = {"weather": lambda city: self.weather({"city": city})}

    def weather(self, arguments: dict[str, str]) -> str:
        self.ran.append(arguments["city"])
        return "21 degrees"

    def named(self, name: str, arguments: dict[str, Any]) -> str:
        return self.weather(arguments.get("input", arguments))

    @property
    def chat_tools(self) -> list[Any]:
        functions = [{"name": t["name"], "parameters": t["input_schema"]} for t in self.tools]
        return [{"type": "function", "function": function} for function in functions]

    async def function_async(self, function: Any) -> str:
        return self.weather(json.loads(function.arguments))

    def result(self, block: Any) -> dict[str, Any]:
        return {"type": "tool_result", "tool_use_id": block.id, "content": self.weather(block.input)}

    async def named_async(self, name: str, arguments: dict[str, Any]) -> str:
        return self.named(name, arguments)

    async def result_async(self, block: Any) -> dict[str, Any]:
        return self.result(block)

    async def output_async(self, block: Any) -> str:
        return self.weather(block.input)

    def post(self) -> Any:
        body = {"model": "m", "max_tokens": 100, "messages": self.messages, "tools": self.tools}
        response = httpx.post(f"{self.provider.base_url}/v1/messages", json=body)
        return response.raise_for_status().json()


async def _with_http(m: Any, k: Kit) -> None:
    async with httpx.AsyncClient() as http:
        await m.session(http, "?", k.tools, k.named_async)


async def _rounds(m: Any, k: Kit) -> None:
    runner = m.Runner(k.tools)
    runner.transcript = k.messages
    while await runner.once(k.result_async):
        pass


async def _late_once(m: Any, k: Kit) -> None:
    async def invoke(name: str, arguments: dict[str, Any]) -> str:
        if arguments["city"] == "Rome":
            raise TimeoutError(name)
        return k.named(name, arguments)

    await m.converse(anthropic.AsyncAnthropic(), k.messages, k.tools, invoke)


async def _worker(m: Any, k: Kit) -> None:
    worker = m.Worker(anthropic.AsyncAnthropic(), k.tools, k.named_async)
    worker.messages.extend(k.messages)
    while await worker.step():
        pass


async def _session(m: Any, k: Kit) -> None:
    session = m.Session(k.tools)
    session.lines = k.messages
    while await session.step(k.named_async):
        pass


def _carry_on(m: Any, k: Kit) -> None:
    while (response := k.post())["stop_reason"] == "tool_use":
        m.carry_on(response, k.messages, k.named)


def _conversation(m: Any, k: Kit) -> None:
    conversation = m.Conversation()
    conversation.add_user("?")
    m.drive(anthropic.Anthropic(), conversation, k.tools, k.named)


def _chat(m: Any, k: Kit) -> None:
    m.chat(anthropic.Anthropic(), {"turns": k.messages, "thoughts": 0}, k.tools, k.by_input)


def _shared_conversation(m: Any, k: Kit) -> None:
    conversation = m.Conversation()
    conversation.add_user("?")
    m.chat(anthropic.Anthropic(), conversation, types.SimpleNamespace(schemas=k.tools, run=k.named))


def _runner(m: Any, k: Kit) -> None:
    @anthropic.beta_tool  # type: ignore[untyped-decorator]
    def weather(city: str) -> str:
        """Weather in a city."""
        return k.weather({"city": city})

    m.follow([weather], "?")


def _blocks_of(stream: Iterable[Any]) -> list[dict[str, Any]]:
    """The turn that a client stores which follows the contract: thinking starts empty, deltas bring what it says."""
    blocks: list[dict[str, Any]] = []
    for item in stream:
        text = item.decode() if isinstance(item, bytes) else item
        event = json.loads(text.split("data: ", 1)[1]) if isinstance(text, str) else text
        if event["type"] == "content_block_start":
            empty = {"thinking": "", "signature": ""} if event["content_block"]["type"] == "thinking" else {}
            blocks.append({**event["content_block"], **empty})
        elif event["type"] == "content_block_delta":
            _add(blocks[-1], event["delta"])
    for block in blocks:
        if "partial_json" in block:
            block["input"] = json.loads(block.pop("partial_json") or "{}")
    return blocks


def _add(block: dict[str, Any], delta: dict[str, Any]) -> None:
    for field, piece in delta.items():
        if field != "type":
            block[field] = block.get(field, "") + piece


def _through(streamed: Callable[[Any], Iterable[Any]], k: Kit) -> None:
    """A tool loop whose client gets each turn as the program streams it."""
    while (response := k.post())["stop_reason"] == "tool_use":
        turn = _blocks_of(streamed(response))
        k.messages.append({"role": "assistant", "content": turn})
        calls = [b for b in turn if b["type"] == "tool_use"]
        results = [{"type": "tool_result", "tool_use_id": c["id"], "content": k.weather(c["input"])} for c in calls]
        k.messages.append({"role": "user", "content": results})


def _written(m: Any, response: Any) -> list[bytes]:
    frames: list[bytes] = []
    m.write_turn(response, frames.append)
    return frames


def _queued(m: Any, response: Any) -> list[Any]:
    queue: asyncio.Queue[Any] = asyncio.Queue()
    asyncio.run(m.push(response, queue))
    return [queue.get_nowait() for _ in range(queue.qsize())]


def _as_object(response: Any) -> Any:
    return anthropic._models.construct_type(type_=anthropic.types.Message, value=response)


async def _sessions(m: Any, k: Kit) -> None:
    async with httpx.AsyncClient() as http:
        await m.session(http, k.messages, k.tools, k.named_async)


def _asked_again(k: Kit, run: Callable[[], Any]) -> None:
    """One question, whose last turn says nothing, and another one."""
    k.messages[:] = [{"role": "user", "content": [{"type": "text", "text": "Where is it warm?"}]}]
    run()
    k.messages.append({"role": "user", "content": [{"type": "text", "text": "And now?"}]})
    run()


async def _agent_asked_again(m: Any, k: Kit) -> None:
    agent = m.Agent(k.tools, k.named_async)
    await agent.work("?")
    await agent.work("And now?")


def _converted(
    k: Kit, asked: Any, convert: Callable[[list[Any]], Any], turn: Callable[..., Any], result: Callable[..., Any]
) -> None:
    """A tool loop that stores what it likes and converts all of it for each request."""
    stored = [asked]
    while True:
        k.messages = convert(stored)
        response = k.post()
        stored.append(turn(response["content"]))
        if response["stop_reason"] != "tool_use":
            return
        calls = [b for b in response["content"] if b["type"] == "tool_use"]
        stored += [result(c["id"], k.weather(c["input"])) for c in calls]


def _kinds(m: Any, k: Kit) -> None:
    _converted(
        k,
        types.SimpleNamespace(kind="asked", text="?"),
        m.Provider().wire,
        lambda blocks: types.SimpleNamespace(kind="turn", blocks=blocks),
        lambda ident, text: types.SimpleNamespace(kind="given", call_id=ident, text=text, failed=False),
    )


def _dicts(k: Kit, convert: Callable[[list[Any]], Any], field: str) -> None:
    _converted(
        k,
        {"role": "user", "content": "?"},
        convert,
        lambda blocks: {"role": "assistant", field: blocks},
        lambda ident, text: {"role": "tool", "tool_call_id": ident, "content": text},
    )


async def _chat_with_box(m: Any, k: Kit) -> None:
    chat = m.Chat(k.tools, types.SimpleNamespace(use=k.named_async))
    chat.log.extend(k.messages)
    while await chat.turn():
        pass


def _streamed(m: Any, k: Kit) -> None:
    screen = types.SimpleNamespace(dim=print, write=print)
    client, settings = openai.OpenAI(), types.SimpleNamespace(model="deepseek-v4-pro")
    while calls := m.stream_step(client, settings, k.messages, k.chat_tools, screen):
        for one in calls.values():
            output = k.weather(json.loads(one["arguments"]))
            k.messages.append({"role": "tool", "tool_call_id": one["id"], "content": output})


# How each program is started; what returns a coroutine is awaited.
DRIVERS: dict[str, Callable[[Any, Kit], Any]] = {
    "TLP101/comprehension_inline": lambda m, k: m.answer("?"),
    "TLP101/filter_lambda_async": lambda m, k: m.converse(k.messages, k.tools),
    "TLP101/generator_helper": lambda m, k: m.solve(k.messages, k.tools),
    "TLP101/history_object": _conversation,
    "TLP101/raw_json_rebinding": lambda m, k: m.run("?", k.tools, k.named),
    "TLP101/stream_isinstance_continue": _chat,
    "TLP102/extend_text_then_calls": lambda m, k: m.Bot("-", k.tools, k.by_input).say("?"),
    "TLP102/inline_if_elif": lambda m, k: m.run_agent("?", k.tools, k.by_keyword),
    "TLP103/not_redacted_tuple": lambda m, k: m.follow(anthropic.AsyncAnthropic(), k.messages, k.tools, k.output_async),
    "TLP103/rebuild_forgets_redacted": lambda m, k: m.work(k.messages, k.tools, k.result),
    "TLP104/content_zero_text": _with_http,
    "TLP104/rolling_dialogue_text": lambda m, k: m.Concierge(k.tools, k.output_async).handle("?"),
    "TLP104/text_only_then_results": lambda m, k: m.solve("?", k.tools, k.named),
    "TLP105/async_session": lambda m, k: m.Session(k.tools, k.named_async).ask("?"),
    "TLP105/conversation_object": _shared_conversation,
    "TLP105/final_branch_only": lambda m, k: m.run(k.messages, k.tools, k.by_keyword),
    "TLP105/rebinding": lambda m, k: m.answer("?", k.tools, k.named),
    "TLP105/runner_without_message": _runner,
    "TLP105/while_stop_reason": lambda m, k: m.solve("?", k.by_keyword, k.tools),
    "TLP106/buckets": lambda m, k: m.Worker(k.tools, k.named).work("?"),
    "TLP106/message_per_call": lambda m, k: m.loop(k.messages, k.tools, k.named),
    "TLP106/sorted_by_type": lambda m, k: m.agent(k.messages, k.tools, k.named_async),
    "TLP106/thinking_to_the_front": lambda m, k: m.solve(k.messages, k.tools, k.named),
    "TLP107/deepseek_loop": lambda m, k: m.answer("?", k.chat_tools, k.by_keyword),
    "TLP107/keyword_dict": lambda m, k: m.run(k.messages, k.chat_tools, k.function_async),
    "TLP107/stream_shown": _streamed,
    "TLP108/comprehension_or": _rounds,
    "TLP108/json_get_guard": lambda m, k: m.converse(k.messages, k.tools, k.by_input),
    "TLP108/strip_guard_continue": _carry_on,
    "TLP109/dump_each_block": lambda m, k: m.solve(k.messages, k.tools, k.result),
    "TLP109/json_mode_async_class": _session,
    "TLP109/json_round_trip": lambda m, k: m.drive(k.messages, k.tools, k.result),
    "TLP109/old_dict_method_helper": lambda m, k: m.run("?", k.tools, k.result),
    "TLP201/calls_zero_inline": lambda m, k: m.run_to_end(k.messages, k.tools, k.named),
    "TLP201/calls_zero_statements": lambda m, k: m.pump(k.messages, k.tools, k.by_keyword),
    "TLP201/dispatch_loop_last_wins": lambda m, k: m.answer(k.messages, k.tools, k.named, print),
    "TLP202/append_in_loop": lambda m, k: m.agent(k.messages, k.tools, k.by_keyword),
    "TLP202/converter_makes_by_role": _kinds,
    "TLP202/converter_per_tool_message": lambda m, k: _dicts(k, m.to_claude, "anthropic_content"),
    "TLP202/converter_with_remarks": lambda m, k: _dicts(k, m.as_wire, "blocks"),
    "TLP202/helper_per_call_async": _chat_with_box,
    "TLP202/request_after_each_result": lambda m, k: m.Desk(k.tools, k.by_input).work(k.messages),
    "TLP202/rebinding_per_block": lambda m, k: m.agent("?", k.tools, k.by_keyword),
    "TLP203/dispatch_without_else": lambda m, k: m.Office(k.tools, None, None).work(k.messages),
    "TLP203/exception_break_async": _late_once,
    "TLP203/match_without_default": lambda m, k: m.house(anthropic.AsyncAnthropic(), k.messages, k.tools, None, None),
    "TLP203/swallowed_exception": lambda m, k: m.supervise(anthropic.Anthropic(), k.messages, k.tools, {}),
    "TLP203/unknown_names_skipped": lambda m, k: m.session(k.messages, k.tools, None, None),
    "TLP203/unknown_tool_continue": lambda m, k: m.loop(k.messages, k.tools, {}),
    "TLP204/first_id_for_all": lambda m, k: m.agent("?", k.tools, k.by_keyword),
    "TLP204/generated_param_class": _worker,
    "TLP204/response_id": lambda m, k: m.drive(k.messages, k.tools, k.named),
    "TLP204/tool_name_as_id": lambda m, k: m.converse(k.messages, k.tools, k.by_input),
    "TLP205/heading_then_results": lambda m, k: m.run(k.messages, k.tools, k.named),
    "TLP205/list_display_text_first": lambda m, k: m.answer(k.messages, k.tools, k.by_input),
    "TLP205/notice_inserted_at_zero": lambda m, k: m.Assistant(anthropic.AsyncAnthropic(), k.tools, 0).run(
        "?", k.named_async
    ),
    "TLP205/reminder_concatenated": lambda m, k: m.loop(k.messages, k.tools, k.named),
    "TLP205/user_message_between": lambda m, k: m.session(
        anthropic.Anthropic(), k.messages, k.tools, k.named, lambda: True
    ),
    "TLP302/prefix_format_async": lambda m, k: m.loop(1, k.messages, k.tools, k.result_async),
    "TLP302/strip_on_rebuild": lambda m, k: m.loop(k.messages, k.tools, k.result),
    "TLP403/blank_texts_async": _agent_asked_again,
    "TLP403/blank_texts_helper": lambda m, k: _asked_again(k, lambda: m.loop(k.messages, k.tools, k.named)),
    "TLP403/dropped_with_comment_multiline": lambda m, k: _asked_again(k, lambda: m.work(k.messages, k.tools, k.named)),
    "TLP403/results_before_the_end": lambda m, k: _asked_again(k, lambda: m.loop(k.messages, k.tools, k.named)),
    "TLP403/stored_copy_without_blanks": lambda m, k: _asked_again(k, lambda: m.loop(k.messages, k.tools, k.named)),
    "TLP501/appended_from_objects": lambda m, k: _through(lambda r: m.events_of(_as_object(r)), k),
    "TLP501/else_branch_whole": lambda m, k: _through(m.as_stream, k),
    "TLP501/made_again_in_the_start": lambda m, k: _through(m.CachedStream, k),
    "TLP501/put_into_a_queue": lambda m, k: _through(lambda r: _queued(m, r), k),
    "TLP501/start_made_by_a_method": lambda m, k: _through(lambda r: _written(m, r), k),
    "TLP502/blocks_by_index": lambda m, k: m.agent(k.messages, k.tools, k.named),
    "TLP502/dicts_both_left_out": _sessions,
    "TLP502/helper_kept_by_hand": lambda m, k: m.agent(k.messages, k.tools, k.named),
}
OWN_TOOLS = {
    "TLP101/comprehension_inline",
    "TLP101/filter_lambda_async",
    "TLP101/generator_helper",
    "TLP105/runner_without_message",
}
"""Programs that bring their own tools, or whose runner runs them: which calls they ran says nothing of the program."""


@pytest.fixture(scope="module")
def provider(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StrictProvider]:
    gc.collect()
    gc.freeze()  # each program is collected when it has ended, and nothing else has to be looked through
    with StrictProvider() as provider, pytest.MonkeyPatch.context() as patch:
        # Each client reads all certificates when it is made; none is asked for one here.
        first, end, _ = Path(certifi.where()).read_text(encoding="utf-8").partition("-----END CERTIFICATE-----\n")
        few = tmp_path_factory.mktemp("certificates") / "one.pem"
        few.write_text(first + end, encoding="utf-8")
        patch.setenv("SSL_CERT_FILE", str(few))
        yield provider
    gc.unfreeze()


@pytest.fixture
def run(provider: StrictProvider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path, str, str], Kit]:
    """Runs one program in one mode, to its end or to its first error."""
    for name, value in {**provider.environment, "DEEPSEEK_API_KEY": "-"}.items():
        monkeypatch.setenv(name, value)
    if importlib.util.find_spec("requests") is None:
        stand_in = types.SimpleNamespace(post=httpx.post, Session=httpx.Client)
        monkeypatch.setitem(sys.modules, "requests", stand_in)

    def one(source: Path, key: str, mode: str) -> Kit:
        provider.play(*script_of(key), mode=mode)
        kit = Kit(provider)
        module = load(source, tmp_path, provider, monkeypatch)
        try:
            outcome = DRIVERS[key](module, kit)
            if asyncio.iscoroutine(outcome):
                asyncio.run(outcome)
        except (anthropic.APIError, openai.APIError, httpx.HTTPError, LookupError) as error:
            # Raw clients do not look at the status: they miss what is not in an error's body.
            assert provider.errors, error  # noqa: PT017
        finally:
            # Its clients are never closed: they end here, where nobody minds.
            module.__dict__.clear()
            gc.collect()
        return kit

    return one


def load(source: Path, folder: Path, provider: StrictProvider, monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    """The program as a module, with the provider's address in place of the real one."""
    program = source.read_text(encoding="utf-8").replace("https://api.anthropic.com", provider.base_url)
    for address in CHAT:
        program = program.replace(address, f"{provider.base_url}/v1")
    for real, local in ELSEWHERE.items():
        program = program.replace(real, local)
    name = f"program_{source.parent.name}_{source.stem}"
    path = folder / f"{name}.py"
    path.write_text(program, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("mode", ["manual", "adaptive", "prefix"])
@pytest.mark.parametrize("fixed", PAIRS, ids=key_of)
def test_the_fix_is_proven(fixed: Path, mode: str, provider: StrictProvider, run: Callable[..., Kit]) -> None:
    key = key_of(fixed)
    if key not in DRIVERS:
        pytest.skip("nothing here says how to start this program")
    if key == "TLP105/runner_without_message" and not hasattr(anthropic, "beta_tool"):
        pytest.skip("this client has no tool runner")
    before = run(fixed.parents[1] / "bad" / fixed.name, key, mode)
    padded = [hint for hint in provider.hints if hint.kind == "padded"]
    assert provider.errors or provider.losses or padded, "the program before the fix has lost nothing"
    refused = bool(provider.errors)
    after = run(fixed, key, mode)
    provider.assert_clean()
    if key.startswith("TLP109/"):  # elsewhere it is the client that pads: old ones do, in streams
        assert [hint for hint in provider.hints if hint.kind == "padded"] == []
    assert len(provider.exchanges) == len(script_of(key))
    if key.startswith("TLP203/"):
        assert set(after.ran) < set(CITIES)  # the tool is unknown to the program, or fails
    elif key not in OWN_TOOLS:
        assert after.ran == CITIES
        assert refused or before.ran == after.ran


def alternatives(path: Path) -> Iterator[str]:
    """The program with each further fix alone."""
    source = path.read_text(encoding="utf-8")
    for finding in analyse(source, path.name, Settings(), fixes=True).findings:
        for fix in finding.fixes[1:]:
            if "exception" not in fix.message:  # what ends in an exception has nothing to run to its end
                yield apply_edits(source, fix.edits)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("fixed", [p for p in PAIRS if key_of(p) in DRIVERS], ids=key_of)
def test_each_alternative_is_proven(
    fixed: Path, tmp_path: Path, provider: StrictProvider, run: Callable[..., Kit]
) -> None:
    key = key_of(fixed)
    path = fixed.parents[1] / "bad" / fixed.name
    for number, program in enumerate(alternatives(path)):
        for mode in ("manual", "adaptive"):
            folder = tmp_path / f"alternative_{number}_{mode}"
            folder.mkdir()
            changed = folder / path.name
            changed.write_text(program, encoding="utf-8")
            after = run(changed, key, mode)
            provider.assert_clean()
            assert len(provider.exchanges) == len(script_of(key))
            assert key in OWN_TOOLS or after.ran == CITIES


def test_some_programs_have_alternatives() -> None:
    assert any(list(alternatives(path.parents[1] / "bad" / path.name)) for path in PAIRS if key_of(path) in DRIVERS)
