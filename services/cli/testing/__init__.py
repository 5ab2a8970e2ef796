"""`saloon test`: runs the suites in stages, adds up what they counted, and says what was shown."""
