// Which controls cannot be reached, which text is cut off, and whether the page scrolls sideways.

(() => {
  const faults = [];
  const near = 1.5;

  function reach({ control, target }) {
    bring(target);
    const box = target.getBoundingClientRect();
    const x = (box.left + box.right) / 2;
    const y = (box.top + box.bottom) / 2;
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) {
      faults.push(`out of the window: ${called(control)} at ${Math.round(x)}, ${Math.round(y)}`);
      return;
    }
    const hit = document.elementFromPoint(x, y);
    const isHit = hit && (target.contains(hit) || control.contains(hit) || hit.contains(control) && hit.localName === 'label');
    if (!isHit) faults.push(`covered: ${called(control)} by ${hit ? called(hit) : 'nothing'}`);
  }

  /** Edges within which text of `element` must lie; infinite where one can scroll to it. */
  function* frames(element) {
    const free = { x: false, y: false };
    for (let around = element; around && around !== document.documentElement; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (style.display === 'inline' || style.display === 'contents') continue;
      if (style.webkitLineClamp !== 'none') return; // so much of it is meant to be shown
      const box = around.getBoundingClientRect();
      const clips = { x: style.overflowX !== 'visible', y: style.overflowY !== 'visible' };
      for (const axis of ['x', 'y']) {
        if (!clips[axis] || free[axis] || around === document.body) continue;
        if (scrollsBy(around, axis)) free[axis] = true;
        else if (axis === 'x') yield { around, left: box.left, right: box.right };
        else yield { around, top: box.top, bottom: box.bottom };
      }
      if (style.position === 'fixed') return;
    }
    if (!free.x) yield { around: document.documentElement, left: 0, right: innerWidth };
  }

  function isCut(box, frame) {
    return (
      box.left < (frame.left ?? -Infinity) - near || box.right > (frame.right ?? Infinity) + near ||
      box.top < (frame.top ?? -Infinity) - near || box.bottom > (frame.bottom ?? Infinity) + near
    );
  }

  /** A line box is taller than its letters, and what is above or below them may be cut. */
  function letters(box, element) {
    const spare = Math.max(0, box.height - parseFloat(getComputedStyle(element).fontSize)) / 2;
    return { left: box.left, right: box.right, top: box.top + spare, bottom: box.bottom - spare };
  }

  function isForEarsOnly(element) {
    for (let around = element; around; around = around.parentElement) {
      const style = getComputedStyle(around);
      const isCutAway = style.clipPath.startsWith('inset(50%') || style.clip.startsWith('rect(0px, 0px');
      const box = around.getBoundingClientRect();
      if (isCutAway || (style.overflow !== 'visible' && (box.width <= 1 || box.height <= 1))) return true;
    }
    return false;
  }

  function read(node) {
    const element = node.parentElement;
    if (!node.data.trim() || !isShown(element) || isForEarsOnly(element)) return;
    if (element.closest('svg, script, style, option')) return;
    const range = document.createRange();
    range.selectNodeContents(node);
    const button = element.closest('button, [role=button]');
    for (const line of range.getClientRects()) {
      const box = letters(line, element);
      for (const frame of frames(element)) {
        if (isCut(box, frame)) {
          faults.push(`cut off: "${node.data.trim().slice(0, 40)}" by ${called(frame.around)}`);
          return;
        }
      }
      if (button && isCut(box, button.getBoundingClientRect())) {
        faults.push(`spills: "${node.data.trim().slice(0, 40)}" out of ${called(button)}`);
        return;
      }
    }
  }

  /** A word of a control that is broken into lines, as where its letters stand one under another. */
  function whole(node) {
    const control = node.parentElement.closest('button, a, summary, legend, h1, h2, h3, [role=button]');
    if (!control || !isShown(node.parentElement) || isForEarsOnly(node.parentElement)) return;
    for (const word of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (tops.size > 1) {
        faults.push(`broken: "${word[0]}" in ${called(control)}`);
        return;
      }
    }
  }

  const page = document.scrollingElement;
  if (page.scrollWidth > page.clientWidth + near) {
    faults.push(`scrolls sideways: ${page.scrollWidth} px in ${page.clientWidth}`);
  }
  const texts = document.createTreeWalker(ground(), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    read(texts.currentNode);
    whole(texts.currentNode);
  }
  const all = controls();
  for (const each of all) reach(each);
  return { faults, looked: all.length };
})()
