// Notes what somebody did with hand or mouse before each command that the page sent. Put into a page
// before its own scripts.
//
// A tap counts from when the table last changed: what was tapped while the answer was on its way is no
// part of the next action. One that a dialog did not hear yet, as it had only just come, counts for
// nothing, and so does what puts away the role or a beat that is shown.

(() => {
  const touched = { pointers: 0, actions: [] };
  const known = new Set();
  const aside = '[data-name="role-dialog"], [data-name="skip"]';
  let taps = 0;
  window.saloonTouched = touched;

  addEventListener('pointerdown', (event) => { if (event.isTrusted) touched.pointers += 1; }, true);

  addEventListener('click', (event) => {
    if (!event.isTrusted || event.target.closest?.(aside)) return;
    const counted = ++taps;
    setTimeout(() => { if (event.defaultPrevented && taps === counted) taps -= 1; });
  }, true);

  new MutationObserver(() => { taps = 0; })
    .observe(document, { subtree: true, attributes: true, attributeFilter: ['data-seq'] });

  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    const message = JSON.parse(data);
    if (message.type === 'command' && !known.has(message.commandId)) {
      known.add(message.commandId);
      touched.actions.push({ command: message.command, taps });
      taps = 0;
    }
    return send.call(this, data);
  };
})();
