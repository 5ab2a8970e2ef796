"""Building and working on the browser client, which needs Node; serving it does not."""
