"""From a syntax tree to a story: index, sinks, provenance, conditions, fates, paths."""
