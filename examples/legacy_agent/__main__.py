"""Run the command line."""

from legacy_agent.cli import main

raise SystemExit(main())
