// Notes how long it takes from a touch to the lock of the controls, and to the view that came of it;
// and whether they were locked before anything else could happen. Put into a page before its own
// scripts.

(() => {
  const timed = { interactive: 0, locks: [], views: [], entries: [], long: [], locked: [], open: [] };
  window.saloonTimed = timed;
  let touched = 0;
  let isLocked = false;
  let isTouch = false;
  let isAwaited = false;
  let sent = '';

  function onTouch(event) {
    if (!event.isTrusted || !event.target.closest?.('[data-table] button, dialog button')) return;
    touched = performance.now();
    isLocked = isAwaited = false;
    isTouch = true;
    soon.port2.postMessage(0);
  }

  /** The task after the one of the touch: nothing was drawn, and nothing else touched, in between. */
  const soon = new MessageChannel();
  soon.port1.onmessage = () => {
    if (sent !== '') (isLocked ? timed.locked : timed.open).push(sent);
    isTouch = false;
    sent = '';
  };

  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (data) {
    if (isTouch && String(data).includes('"type":"command"')) {
      sent = JSON.parse(data).command.type;
      isAwaited = true;
    }
    return send.call(this, data);
  };

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
    }
    if (isAwaited && document.querySelector('[aria-busy=true]')) {
      timed.locks.push(now - touched);
      isLocked = true;
      isAwaited = false;
    }
  }

  addEventListener('click', onTouch, true);
  const watched = { subtree: true, childList: true, attributes: true, attributeFilter: ['data-seq', 'aria-busy'] };
  new MutationObserver(look).observe(document, watched);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) timed.long.push({ at: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });
})();
