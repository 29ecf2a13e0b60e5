"""``python -m MODULE`` without the start of an interpreter: a process that has loaded all forks for each command.

The command has a process of its own: arguments, folder, environment, standard streams, exit. What it shares with the
next one is only what was imported here before. Run as a script this is the process that forks.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import runpy
import select
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

LOADED = (
    *("flake8.main.cli", "pycodestyle", "flake8.plugins.pyflakes", "bugbear", "flake8_async"),
    *("flake8_toolloop.plugin", "flake8_toolloop.rules", "flake8_toolloop.flow.unfollowed"),
    *("flake8_toolloop.front.checking", "flake8_toolloop.front.repairing", "flake8_toolloop.front.explaining"),
    *("flake8_toolloop.front.transcripts", "flake8_toolloop.fixes.apply", "flake8_toolloop.fixes.targets"),
    "concurrent.futures.process",
)
SECONDS = 120


class Warm:
    """A process that is ready to become the command."""

    def __init__(self) -> None:
        asked, self._asking = os.pipe()
        self._told, telling = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(asked), str(telling)],
            stdin=subprocess.DEVNULL,
            pass_fds=(asked, telling),
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )
        os.close(asked)
        os.close(telling)

    def run(
        self, module: str, arguments: Sequence[str], stdin: bytes, environment: dict[str, str]
    ) -> subprocess.CompletedProcess[bytes]:
        """What ``python -m module`` does in the current folder."""
        with tempfile.TemporaryDirectory() as folder:
            streams = [os.path.join(folder, name) for name in ("stdin", "stdout", "stderr")]
            Path(streams[0]).write_bytes(stdin)
            request = {
                "module": module,
                "arguments": list(arguments),
                "cwd": os.getcwd(),
                "environment": environment,
                "streams": streams,
            }
            os.write(self._asking, json.dumps(request).encode() + b"\n")
            if not select.select([self._told], [], [], SECONDS)[0]:
                self.close()
                raise TimeoutError(f"{module} {' '.join(arguments)} does not end")
            code = int(os.read(self._told, 64) or b"-99")
            return subprocess.CompletedProcess(
                [module, *arguments], code, Path(streams[1]).read_bytes(), Path(streams[2]).read_bytes()
            )

    def close(self) -> None:
        for end in (self._asking, self._told):
            with contextlib.suppress(OSError):
                os.close(end)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._process.kill()
        self._process.wait()


def serve(asked: int, telling: int) -> dict[str, Any]:
    """Fork for each request and tell how it ended; returns in the processes that are to be the command."""
    for module in LOADED:
        importlib.import_module(module)
    gc.freeze()  # what is loaded stays: no command has to look through it
    with os.fdopen(asked, closefd=False) as requests:
        for line in requests:
            child = os.fork()
            if child == 0:
                return dict(json.loads(line))
            _, status = os.waitpid(child, 0)
            os.write(telling, str(os.waitstatus_to_exitcode(status)).encode())
    raise SystemExit


def become(request: dict[str, Any]) -> None:
    """The folder, environment and streams of a request."""
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["environment"])
    for number, path in enumerate(request["streams"]):
        opened = os.open(path, os.O_WRONLY | os.O_CREAT if number else os.O_RDONLY)
        os.dup2(opened, number)
        os.close(opened)
    sys.argv = [request["module"], *request["arguments"]]
    sys.path[0] = request["cwd"]


if __name__ == "__main__":
    ends = [int(end) for end in sys.argv[1:]]
    wanted = serve(*ends)
    for end in ends:
        os.close(end)
    become(wanted)
    runpy.run_module(wanted["module"], run_name="__main__", alter_sys=True)
