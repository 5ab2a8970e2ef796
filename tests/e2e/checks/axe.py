"""WCAG 2.0 to 2.2, levels A and AA, as axe-core judges; the page's own CSP stays on."""

from functools import cache
from importlib.resources import files
from typing import Any

from playwright.async_api import Page

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
_RUN = """
async (tags) => {
  const { violations, passes } = await axe.run(document, {
    runOnly: { type: 'tag', values: tags },
    resultTypes: ['violations'],
  });
  return { violations, passed: passes.length };
}
"""


@cache
def source() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


async def faults(page: Page) -> list[str]:
    """A sentence for each element that breaks a rule."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(source())
    told: dict[str, Any] = await page.evaluate(_RUN, TAGS)
    assert told["passed"], "nothing was looked at"
    return [
        f"{violation['id']} ({violation['impact']}): {node['html'][:160]} "
        f"{' '.join(node.get('failureSummary', '').split())[:240]}"
        for violation in told["violations"]
        for node in violation["nodes"]
    ]
