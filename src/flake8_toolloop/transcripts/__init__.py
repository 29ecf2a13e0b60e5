"""Recorded conversations, told as the same story that code is told as."""
