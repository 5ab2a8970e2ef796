// What somebody who looks at a table could touch next, by what the page itself says of its controls
// (services/web/README.md). `sends`: it is the last touch of a move.

(() => {
  const isOpen = (element) => element.checkVisibility() && element.getAttribute('aria-disabled') !== 'true';
  const isTaken = (element) => element.getAttribute('aria-pressed') === 'true';
  const moves = [];
  const add = (element, css, sends = false) => {
    if (element && isOpen(element)) moves.push({ css, sends });
  };
  const found = () => ({ over: false, moves });

  /** Things to choose of, those that are not chosen yet. */
  function pickable(within, attribute) {
    for (const element of document.querySelectorAll(`${within} [${attribute}]`)) {
      if (!isTaken(element)) add(element, `${within} [${attribute}="${element.getAttribute(attribute)}"]`);
    }
  }

  function named(within, ...names) {
    for (const name of names) {
      const all = document.querySelectorAll(`${within} [data-name="${name}"]`);
      all.forEach((element, place) => add(element, `${within} [data-name="${name}"] >> nth=${place}`, true));
    }
  }

  const over = document.querySelector('[data-name="over"]');
  if (over?.checkVisibility()) return { over: true, moves };
  if (document.querySelector('[aria-busy=true]')) return found(); // what was sent last is not shown yet

  // What opened over everything, as where a thumb rested too long on a card, is closed again.
  const top = [...document.querySelectorAll('dialog:modal')].at(-1);
  if (top && !top.matches('[data-name="prompt"], [data-name="role-dialog"]')) {
    add(top.querySelector('.dialog-head .button-icon'), 'dialog:modal .dialog-head .button-icon >> nth=-1');
    return found();
  }

  const prompt = 'dialog[data-name="prompt"]';
  if (document.querySelector(prompt)) {
    named(prompt, 'respond', 'takeHit', 'giveUp', 'useBarrel', 'storePick', 'luckyPick', 'kitKeep', 'pickCharacter');
    if (moves.length === 0) {
      pickable(prompt, 'data-card');
      pickable(prompt, 'data-character');
    }
    return found();
  }
  if (document.querySelector('dialog:modal')) {
    named('dialog[data-name="role-dialog"]', 'role-done');
    return found();
  }

  const western = '[data-table="bang"]';
  if (document.querySelector(western)) {
    for (const element of document.querySelectorAll(`${western} [data-pick]`)) {
      add(element, `${western} [data-pick="${element.dataset.pick}"]`, true);
    }
    if (moves.length > 0) return found(); // somebody has been named, and only what of his is not
    for (const element of document.querySelectorAll(`${western} [data-legal="yes"]`)) {
      add(element, `${western} [data-seat="${element.dataset.seat}"][data-legal="yes"]`, true);
    }
    named(western, 'use', 'confirm', 'draw', 'draw-from', 'draw-discard');
    if (moves.length > 0) return found();
    pickable(western, 'data-card');
    if (document.querySelector(`${western} [data-name="confirm"]`)) return found();
    named(western, 'end-turn');
    if (moves.length === 0) named(western, 'cancel');
    return found();
  }

  const duel = '[data-table="buckshot"]';
  if (document.querySelector(duel)) {
    const armed = document.querySelector(`${duel} [data-name^="shoot-"][aria-pressed="true"]`);
    if (armed) add(armed, `${duel} [data-name="${armed.dataset.name}"]`, true);
    for (const name of armed ? [] : ['shoot-self', 'shoot-opponent']) {
      add(document.querySelector(`${duel} [data-name="${name}"]`), `${duel} [data-name="${name}"]`);
    }
    for (const element of document.querySelectorAll(`${duel} button[data-item]`)) {
      if (!armed) add(element, `${duel} button[data-item="${element.dataset.item}"]`, true);
    }
    if (moves.length === 0) add(document.querySelector(`${duel} [data-name="skip"]`), `${duel} [data-name="skip"]`);
    return found();
  }
  return found();
})()
