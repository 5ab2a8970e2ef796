"""The test suites, one folder for each stage of `./saloon test`."""
