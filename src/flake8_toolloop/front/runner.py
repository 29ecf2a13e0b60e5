"""From paths to results: the prefilter here, the analysis here or, where many files need it, in worker processes."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from flake8_toolloop import failures
from flake8_toolloop.configfile import Overrides
from flake8_toolloop.findings import Finding, Loop
from flake8_toolloop.front.files import Unreadable, find
from flake8_toolloop.noqa import visible
from flake8_toolloop.reporting import shown, worth_a_look

# Starting workers costs more than analysing a handful of files.
FEW = 8
MANY = 1500
"""Files that are prefiltered here: reading and searching them takes as long as starting the workers does."""
BATCH = 100

Progress = Callable[[int, int], None]
"""Called with the number of files done and of all files."""

_T = TypeVar("_T")
_R = TypeVar("_R", bound="Request")
_P = TypeVar("_P")


@dataclass(frozen=True)
class Request:
    """What one run asks of every file; it travels to the workers."""

    overrides: Overrides
    fixes: bool = False


@dataclass(frozen=True)
class FileResult:
    """What is to be shown of one file."""

    path: str
    findings: tuple[Finding, ...] = ()
    loops: tuple[Loop, ...] = ()
    source: str = ""
    """Empty where there is nothing to show of it."""


def without_origin(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings as they leave the analysis: the story behind them holds the whole tree, and cannot travel."""
    return tuple(replace(finding, origin=None) if finding.origin is not None else finding for finding in findings)


def failed(path: str, failure: Finding, request: Request) -> FileResult:
    """A file that was not checked, unless the user ignores that."""
    return FileResult(path, visible((failure,), "", request.overrides.settings_for(os.path.dirname(path)), path))


@dataclass(frozen=True)
class Survey:
    """The files of a run: how many there are, and in their order those that need a closer look or cannot be read."""

    files: int
    items: tuple[str | FileResult, ...]


def survey(paths: Iterable[str], request: Request, *, gitignore: bool = True, jobs: int = 0) -> Survey:
    """Walk and prefilter; what the prefilter stops is counted and forgotten."""
    found = list(find(paths, request.overrides.settings_for, gitignore=gitignore))
    looks = _looks([item for item in found if isinstance(item, str)], request, jobs)
    items: list[str | FileResult] = []
    for item in found:
        if isinstance(item, Unreadable):
            items.append(failed(item.path, failures.unreadable(item.reason), request))
            continue
        look = next(looks)
        if isinstance(look, OSError):
            items.append(failed(item, failures.unopenable(look), request))
        elif look:
            items.append(item)
    return Survey(len(found), tuple(items))


def _looks(paths: list[str], request: Request, jobs: int) -> Iterator[bool | OSError]:
    """Whether each file is worth a look, or why it cannot be opened; many files are asked in worker processes."""
    if len(paths) < MANY:
        yield from _look((*paths,), request)
        return
    batches = [(*paths[start : start + BATCH],) for start in range(0, len(paths), BATCH)]
    for looks in each_file(_look, batches, request, jobs=jobs, progress=None, died=_unseen):
        yield from looks


def _unseen(paths: tuple[str, ...]) -> list[bool | OSError]:
    return [True] * len(paths)


def _look(paths: tuple[str, ...], _request: Request) -> list[bool | OSError]:
    looks: list[bool | OSError] = []
    for path in paths:
        try:
            with open(path, "rb") as stream:
                looks.append(worth_a_look(stream.read()))
        except OSError as error:
            looks.append(error)
    return looks


def check(
    items: Iterable[str | FileResult], request: Request, *, jobs: int = 0, progress: Progress | None = None
) -> Iterator[FileResult]:
    """Analyse the files of a survey; results come in its order."""
    todo = list(items)
    paths = [item for item in todo if isinstance(item, str)]
    results = each_file(check_file, paths, request, jobs=jobs, progress=progress, died=_died)
    for item in todo:
        yield next(results) if isinstance(item, str) else item


def check_file(path: str, request: Request) -> FileResult:
    """Analyse one file; never raises for it."""
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except OSError as error:
        return failed(path, failures.unopenable(error), request)
    return check_data(data, path, request)


def check_data(data: bytes, path: str, request: Request) -> FileResult:
    """Analyse the bytes of one file; never raises for them."""
    # The engine is loaded only where a file has passed the prefilter.
    from flake8_toolloop.analysis import analyse
    from flake8_toolloop.fixes.sourcefile import SourceError, decode
    from flake8_toolloop.flow.project import shared

    settings = request.overrides.settings_for(os.path.dirname(path))
    try:
        source = decode(path, data).text
        report = analyse(source, path, settings, fixes=request.fixes, project=shared())
        findings = shown(report, source, settings)
    except SourceError as error:
        return failed(path, failures.unreadable(str(error)), request)
    except (RecursionError, MemoryError) as error:
        return failed(path, failures.unparsable(error), request)
    except Exception as error:  # noqa: BLE001 - a mistake of ours in one file must not hide the others
        return failed(path, failures.internal_error(error), request)
    return FileResult(path, without_origin(findings), report.loops, source if findings else "")


def each_file(
    work: Callable[[_P, _R], _T],
    paths: list[_P],
    request: _R,
    *,
    jobs: int,
    progress: Progress | None,
    died: Callable[[_P], _T],
) -> Iterator[_T]:
    """``work`` on every path, in order; ``died`` makes the result of a file whose worker did not live to give one."""
    jobs = min(jobs or _processors(), len(paths))
    results = (
        (work(path, request) for path in paths)
        if jobs < 2 or len(paths) <= FEW
        else _pooled(work, paths, request, jobs=jobs, died=died)
    )
    for done, result in enumerate(results, start=1):
        yield result
        if progress is not None:
            progress(done, len(paths))


def _pooled(
    work: Callable[[_P, _R], _T], paths: list[_P], request: _R, *, jobs: int, died: Callable[[_P], _T]
) -> Iterator[_T]:
    # multiprocessing is a slow import that most runs do without.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    done = 0
    with ProcessPoolExecutor(min(jobs, len(paths)), initializer=_start_worker) as pool:
        chunk = max(1, min(16, len(paths) // (jobs * 4)))
        try:
            with _no_interrupts():
                results = pool.map(_Bound(work, request), paths, chunksize=chunk)
            for result in results:
                done += 1
                yield result
            return
        except BrokenProcessPool:
            pass
        except BaseException:
            for child in multiprocessing.active_children():
                child.terminate()  # they only read: nothing is half-written, and nobody waits for what is in hand
            # Python 3.10 lets its manager thread tell of each cancelled file that it can no longer report.
            threading.excepthook = lambda _: None
            pool.shutdown(wait=False)
            raise
    # Somebody died, and nobody says at which file: halve what is left until the file stands alone.
    rest = paths[done:]
    if len(rest) == 1:
        yield died(rest[0])
        return
    middle = len(rest) // 2
    for half in (rest[:middle], rest[middle:]):
        yield from _pooled(work, half, request, jobs=jobs, died=died)


@dataclass(frozen=True)
class _Bound(Generic[_P, _R, _T]):
    """``work`` with its request, in a form that travels to a worker."""

    work: Callable[[_P, _R], _T]
    request: _R

    def __call__(self, path: _P) -> _T:
        return self.work(path, self.request)


@contextlib.contextmanager
def _no_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back while workers start: one that dies of it half started would leave its locks behind."""
    if not hasattr(signal, "pthread_sigmask") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker() -> None:
    # Ctrl-C reaches the whole process group: only the parent answers it.
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _died(path: str) -> FileResult:
    error = RuntimeError("its process died, perhaps for lack of memory")
    return FileResult(path, (failures.internal_error(error),))


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS and Windows
        return os.cpu_count() or 1
