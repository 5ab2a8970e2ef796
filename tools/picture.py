"""Draws the text on standard input as a picture, an SVG file named as the argument.

For example: ./saloon demo --seats 4 --seed 1 | sed -n 12,58p | python tools/picture.py picture.svg
"""

import io
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

WIDTH = 76
TITLE = "./saloon demo --seats 4 --seed 1 --lang ko"
_FOREIGN_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def draw(text: str) -> str:
    """The picture; it needs no font from elsewhere."""
    console = Console(record=True, width=WIDTH, file=io.StringIO())
    for line in text.splitlines():
        console.print(Text(line, style="bold yellow" if line.startswith(("━", "──")) else ""))
    return _FOREIGN_FONT.sub("", console.export_svg(title=TITLE))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(draw(sys.stdin.read()), encoding="utf-8")
