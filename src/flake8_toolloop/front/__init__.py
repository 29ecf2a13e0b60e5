"""The doors for people and machines: the command, its outputs, its walk over files. Nothing outside of here prints."""
