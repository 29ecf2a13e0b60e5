"""Fetch pinned packages from the package index, check them and unpack them. Nothing is installed, built or run.

    python scripts/packages.py scripts/agent_packages.txt FOLDER

PINS is a requirements file with one wheel's sha256 for each package; pip refuses a file with another one. FOLDER gets
``dl/`` with the wheels and ``unpacked/NAME-VERSION/`` with what they hold; what is there already is kept.
"""

from __future__ import annotations

import argparse
import pathlib
import re
import subprocess
import sys
import zipfile
from typing import NamedTuple

# Wheels for one platform, whatever this one is: the figures have to be about the same files everywhere.
PLATFORM = ("--platform", "manylinux_2_28_x86_64", "--implementation", "cp", "--python-version", "3.13")


class Pin(NamedTuple):
    """A package, its version, and the sha256 of its wheel."""

    name: str
    version: str
    sha256: str

    @property
    def folder(self) -> str:
        return f"{self.name}-{self.version}"


def read_pins(path: pathlib.Path) -> list[Pin]:
    """The pins of a file of lines ``name==version --hash=sha256:...``; # begins a comment."""
    pins = []
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.partition("#")[0].strip()
        if not text:
            continue
        match = re.fullmatch(r"(\S+)==(\S+) --hash=sha256:([0-9a-f]{64})", text)
        if match is None:
            sys.exit(f"{path}: not a pin: {line}")
        pins.append(Pin(*match.groups()))
    return pins


def fetch(pins: list[Pin], folder: pathlib.Path) -> pathlib.Path:
    """Download and unpack what is missing; the folder with the unpacked packages."""
    downloads, unpacked = folder / "dl", folder / "unpacked"
    downloads.mkdir(parents=True, exist_ok=True)
    unpacked.mkdir(exist_ok=True)
    for pin in pins:
        if not (unpacked / pin.folder).is_dir():
            _unpack(_download(pin, downloads), unpacked / pin.folder)
    return unpacked


def _download(pin: Pin, downloads: pathlib.Path) -> pathlib.Path:
    folder = downloads / pin.folder
    folder.mkdir(exist_ok=True)
    requirements = folder / "requirements.txt"
    requirements.write_text(f"{pin.name}=={pin.version} --hash=sha256:{pin.sha256}\n", encoding="utf-8")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--ignore-requires-python"]
    command += ["--only-binary", ":all:", *PLATFORM, "--require-hashes", "-r", str(requirements), "-d", str(folder)]
    subprocess.run(command, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def _unpack(wheel: pathlib.Path, target: pathlib.Path) -> None:
    """``extractall`` keeps names inside the target; the rename makes a folder that exists a complete one."""
    part = target.with_name(f"{target.name}.part")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(part)
    part.rename(target)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pins", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    args = parser.parse_args()
    pins = read_pins(args.pins)
    print(f"{len(pins)} packages in {fetch(pins, args.folder)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
