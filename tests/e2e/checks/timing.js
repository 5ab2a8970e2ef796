// Notes how long it takes from a touch to the lock of the controls, and to the view that came of it.
// Put into a page before its own scripts.

(() => {
  const timed = { interactive: 0, locks: [], views: [], entries: [], long: [] };
  window.saloonTimed = timed;
  let touched = 0;
  let isLocked = false;

  function onTouch(event) {
    if (!event.isTrusted || !event.target.closest?.('[data-table] button, dialog button')) return;
    touched = performance.now();
    isLocked = false;
  }

  function look(records) {
    const now = performance.now();
    if (timed.interactive === 0 && document.querySelector('main button, main a[href], main input')) {
      timed.interactive = now;
    }
    for (const { attributeName, target } of records) {
      if (attributeName === 'data-seq') {
        timed.entries.push({ seq: Number(target.dataset.seq), at: now });
        if (isLocked) timed.views.push(now - touched);
        isLocked = false;
      }
      const isBusy = attributeName === 'aria-busy' && target.getAttribute('aria-busy') === 'true';
      if (isBusy && touched > 0 && !isLocked) {
        timed.locks.push(now - touched);
        isLocked = true;
      }
    }
  }

  addEventListener('click', onTouch, true);
  const watched = { subtree: true, childList: true, attributes: true, attributeFilter: ['data-seq', 'aria-busy'] };
  new MutationObserver(look).observe(document, watched);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) timed.long.push(entry.duration);
  }).observe({ type: 'longtask', buffered: true });
})();
