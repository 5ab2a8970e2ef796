"""Everything a person reads, in Korean and English: Fluent files, and what turns facts into lines.

The `.ftl` files are the one source for Python and the browser; the functions that they call are
described in `josa` and `catalogue`.
"""
