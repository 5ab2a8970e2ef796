"""What a page is held to, each check with a planted page that it finds (test_checks.py)."""
