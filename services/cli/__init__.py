"""The command line: one module for each group of verbs, imported when its verb is called."""
