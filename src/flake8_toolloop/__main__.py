"""``python -m flake8_toolloop``: the command."""

import sys

from flake8_toolloop.front.cli import run

sys.exit(run())
