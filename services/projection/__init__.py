"""The projection service: follows the log and makes what each viewer may see."""
