// Notes what stands in a page while a match is shown: every text and every attribute, with the entry
// that was shown then. Put into a page before its own scripts.

(() => {
  const EVERY_MS = 100;
  const HEARD = new Set(['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt', 'placeholder']);
  /** What an engine's id of a card, a role or a shell could stand in; drawings have numbers of their own. */
  const TELLING = /\d|sheriff|deputy|outlaw|renegade|live|blank/;
  const SHAPE = /^(class|id|role|data-.*|aria-.*)$/;
  const LOG = '.log, .ticker, .happenings, [data-toast], [data-live], .flights, [data-name=hint]';
  const said = new Map();
  const inSeats = new Map();
  const marks = new Set();
  const chambers = new Set();
  const dom = { said, inSeats, marks, chambers, looks: 0 };
  window.saloonDom = () => ({
    said: [...said].map(([text, seq]) => ({ seq, text })),
    inSeats: [...inSeats].map(([key, seq]) => ({ seq, seat: Number(key.split('\t')[0]), text: key.split('\t')[1] })),
    marks: [...marks].map((key) => key.split('\t')).map(([seq, name, value]) => ({ seq: Number(seq), name, value })),
    chambers: [...chambers].map((key) => key.split('\t')).map(([seq, shells]) => ({ seq: Number(seq), shells: shells.split(' ') })),
    looks: dom.looks,
  });
  let later;
  let last = { seq: '', at: 0 };

  function once(map, key, seq) {
    if (!map.has(key)) map.set(key, seq);
  }

  function isOfSeat(element) {
    return element.closest('[data-seat]')?.dataset.seat;
  }

  function word(element, text, seq) {
    const plain = text.trim().replace(/\s+/g, ' ');
    if (plain === '') return;
    once(said, plain, seq);
    const seat = isOfSeat(element);
    if (seat === undefined) return;
    once(inSeats, `${seat}\t${plain}`, seq);
    if (!element.closest(LOG)) marks.add(`${seq}\tface\t${plain}`);
  }

  function attributes(element, seq) {
    for (const { name, value } of element.attributes) {
      if (HEARD.has(name)) {
        word(element, value, seq);
        if (element.dataset.card !== undefined) marks.add(`${seq}\tface\t${value}`);
      } else if (TELLING.test(value) && (!(element instanceof SVGElement) || SHAPE.test(name))) {
        marks.add(`${seq}\t${name}\t${value}`);
      }
    }
  }

  /** What a card that lies open shows: its rank, its suit and its name. */
  function face(card, seq) {
    const suit = /suit-(\w)/.exec(card.querySelector('.suit')?.getAttribute('class') ?? '')?.[1];
    const [rank, name] = ['.card-corner b', '.card-name'].map((part) => card.querySelector(part)?.textContent.replace('\u2060', ''));
    if (suit) marks.add(`${seq}\tdrawn\t${rank} ${suit} ${name}`);
  }

  function look() {
    const table = document.querySelector('[data-table]');
    if (!table) return;
    const now = performance.now();
    if (table.dataset.seq === last.seq && now - last.at < EVERY_MS) {
      later ??= setTimeout(() => {
        later = undefined;
        look();
      }, EVERY_MS);
      return;
    }
    clearTimeout(later);
    later = undefined;
    last = { seq: table.dataset.seq, at: now };
    dom.looks += 1;
    const seq = Number(last.seq);
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node.nodeType === Node.TEXT_NODE) word(node.parentElement, node.data, seq);
      else if (!node.closest('head')) attributes(node, seq);
    }
    for (const card of document.querySelectorAll('.card:not(.card-back)')) if (!card.closest('.flights')) face(card, seq);
    const shells = [...document.querySelectorAll('.strip .strip-part:not(.strip-spent) :is(.shell, .tank)')];
    if (shells.length > 0) {
      const kinds = shells.map(({ classList }) => ['live', 'blank'].find((kind) => classList.contains(`shell-${kind}`)) ?? 'hidden');
      chambers.add(`${seq}\t${kinds.join(' ')}`);
    }
  }

  const watched = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document, watched);
})();
