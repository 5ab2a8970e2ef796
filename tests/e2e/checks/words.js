// Every word of a page that somebody may see or hear, whether it is shown now or not. What is marked as
// raw are entries as they were hashed and fields of views, by the ids of the engine.

(() => {
  const heard = ['aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription', 'title', 'alt', 'placeholder'];
  const found = [document.title];
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeType === Node.TEXT_NODE) {
      if (node.data.trim() && !node.parentElement.closest('script, style, noscript, [data-raw]')) found.push(node.data.trim());
    } else {
      for (const name of heard) if (node.getAttribute(name)) found.push(node.getAttribute(name));
    }
  }
  return found;
})()
