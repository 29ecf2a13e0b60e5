"""Repairs: span edits, the rewrites that plan them, the guards that check them, and applying them to files."""
