"""What crosses a process or is stored: plain values, with no behaviour but reading and writing."""
