// Notes what a screen reader would say: every change of a live region, with its time; and every text
// that could be seen. Put into a page before its own scripts.

(() => {
  const said = [];
  const asked = [];
  const seen = new Set();
  const before = new WeakMap();
  window.saloonSaid = said;
  window.saloonAsked = asked;
  window.saloonSeen = seen;
  const LEVELS = { status: 'polite', log: 'polite', alert: 'assertive' };

  function regionOf(node) {
    const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
    return element?.closest('[aria-live], [role=status], [role=log], [role=alert]') ?? null;
  }

  function levelOf(region) {
    return region.getAttribute('aria-live') ?? LEVELS[region.getAttribute('role')];
  }

  function textOf(node) {
    return (node.textContent ?? '').trim().replace(/\s+/g, ' ');
  }

  /** Of a log only what was added is said, of anything else that is atomic all of it. */
  function isAtomic(region) {
    const told = region.getAttribute('aria-atomic');
    return told === null ? ['status', 'alert'].includes(region.getAttribute('role')) : told === 'true';
  }

  function say(region, text) {
    const level = levelOf(region);
    if (text && level !== 'off') said.push({ at: performance.now(), level, text });
  }

  /** A prompt that was put before somebody, and what it is called. */
  function ask(node) {
    const prompt = node.nodeType === Node.ELEMENT_NODE
      ? node.matches('[data-name="prompt"]') ? node : node.querySelector('[data-name="prompt"]')
      : null;
    if (!prompt) return;
    const title = document.getElementById(prompt.getAttribute('aria-labelledby'));
    asked.push({ at: performance.now(), title: textOf(title ?? prompt) });
  }

  /** Texts that are there for eyes, and the names of what has none. */
  function see(node) {
    if (regionOf(node)) return;
    if (node.nodeType === Node.TEXT_NODE) {
      seen.add(textOf(node));
      // It may be gone again by now.
      if (node.parentNode !== null) seen.add(textOf(node.parentNode));
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      if (node.ariaLabel) seen.add(node.ariaLabel);
      node.childNodes.forEach(see);
    }
  }

  function look(records) {
    for (const { target, addedNodes } of records) {
      addedNodes.forEach(see);
      if (target.nodeType === Node.TEXT_NODE) see(target);
      else if (target.ariaLabel) seen.add(target.ariaLabel);
    }
    for (const record of records) record.addedNodes.forEach(ask);
    const whole = new Set();
    const added = new Set(records.flatMap((record) => [...record.addedNodes]));
    const isWithin = (node) => node !== null && (added.has(node) || isWithin(node.parentNode));
    for (const record of records) {
      const region = regionOf(record.target);
      if (!region || record.type === 'attributes') continue;
      if (isAtomic(region) || record.type === 'characterData') whole.add(region);
      else if (!isWithin(record.target)) for (const node of record.addedNodes) say(region, textOf(node));
    }
    for (const region of whole) {
      const text = textOf(region);
      if (text !== before.get(region)) say(region, text);
      before.set(region, text);
    }
  }

  new MutationObserver(look).observe(document, {
    subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['aria-label'],
  });
})();
