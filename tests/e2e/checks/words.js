// Every word of a page that somebody may see or hear, whether it is shown now or not. What is marked as
// raw are entries as they were hashed and fields of views, by the ids of the engine.

(() => {
  const heard = ['aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription', 'title', 'alt', 'placeholder'];

  function add(root, found) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = root; node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) {
        if (node.data.trim() && !node.parentElement?.closest('script, style, noscript, [data-raw]')) found.push(node.data.trim());
      } else if (node.nodeType === Node.ELEMENT_NODE) {
        for (const name of heard) if (node.getAttribute(name)) found.push(node.getAttribute(name));
      }
    }
  }

  /** From now on also what is there only for a moment. */
  function keep() {
    const seen = new Set();
    window.saloonPassed = seen;
    new MutationObserver((records) => {
      const found = [];
      for (const { type, target, addedNodes } of records) {
        for (const root of type === 'childList' ? addedNodes : [target]) add(root, found);
      }
      for (const text of found) seen.add(text);
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: heard });
  }

  function now() {
    const found = [document.title];
    add(document.documentElement, found);
    return [...new Set([...found, ...(window.saloonPassed ?? [])])];
  }

  return { keep, now };
})()
