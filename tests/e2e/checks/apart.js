// What tells each of several things from the others where no colour can be told: borders, whether a
// drawing is filled or hollow, and signs with their names.

((selectors) => {
  const EDGES = ['borderTopStyle', 'borderTopWidth', 'outlineStyle', 'textDecorationLine'];

  function drawing(shape) {
    const style = getComputedStyle(shape);
    return `${shape.getAttribute('d')} ${style.fill === 'none' ? 'hollow' : 'filled'}`;
  }

  function signs(element) {
    return [...element.querySelectorAll('[role=img], svg')].flatMap((sign) => [
      sign.getAttribute('aria-label') ?? '', ...[...sign.querySelectorAll('path')].map(drawing),
    ]);
  }

  return selectors.map((selector) => {
    const element = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
    if (!element) return null;
    const style = getComputedStyle(element);
    return { edges: EDGES.map((edge) => style[edge]), signs: signs(element) };
  });
})
