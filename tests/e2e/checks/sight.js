// What a person can see and touch of a page. Every check that looks at it begins with this.

const CONTROLS =
  'button, a[href], input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex="-1"]), ' +
  '[role=button], [role=link], [role=tab], [role=switch], [role=checkbox], [role=radio], ' +
  '[role=slider], [role=option], [role=menuitem]';

/** Where one can act: the topmost modal dialog, or else the whole page. */
function ground() {
  return [...document.querySelectorAll(':modal')].at(-1) ?? document.documentElement;
}

function isShown(element) {
  const how = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
  if (!element.checkVisibility(how) || element.closest('[inert], [aria-hidden=true]')) return false;
  const box = element.getBoundingClientRect();
  return box.width > 1 && box.height > 1;
}

/** What is touched for a control: its label where that stands for it. */
function touched(control) {
  const label = control.labels?.[0];
  const isSmall = control.matches('[type=checkbox], [type=radio]') || !isShown(control);
  return label && isSmall ? label : control;
}

/** Every control that is shown, each with what is touched for it. A part that scrolls is focusable
 * for the keyboard only, and so is what dialogs focus: neither is something to tap. */
function controls() {
  const found = [];
  for (const control of ground().querySelectorAll(CONTROLS)) {
    const isTapped = control.matches('button, a, input, select, textarea, summary, [role]');
    const target = touched(control);
    const isScroller = !control.matches('button, a, input, select, textarea, summary') &&
      [...control.querySelectorAll(CONTROLS)].length > 0;
    if (isTapped && !isScroller && isShown(target)) found.push({ control, target });
  }
  return found;
}

/** A short name for a sentence about an element. */
function called(element) {
  const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
  const text = name.trim().replace(/\s+/g, ' ').slice(0, 40);
  const role = element.getAttribute('role');
  const mark = element.id ? `#${element.id}` : element.classList[0] ? `.${element.classList[0]}` : '';
  return `<${element.localName}${role ? ` role=${role}` : ''}${mark}> "${text}"`;
}

function scrollsBy(element, axis) {
  if (element === document.scrollingElement) return axis === 'y';  // nobody should have to, sideways
  const style = getComputedStyle(element);
  return ['auto', 'scroll'].includes(axis === 'x' ? style.overflowX : style.overflowY);
}

/** Scrolls what a person can scroll, and nothing else, so that `element` is as near to the middle as
 * it can be: what sticks to an edge covers nothing that can be scrolled away from there. */
function bring(element) {
  for (let around = element.parentElement; around; around = around.parentElement) {
    const isPage = around === document.scrollingElement;
    if (!isPage && !scrollsBy(around, 'x') && !scrollsBy(around, 'y')) continue;
    const box = element.getBoundingClientRect();
    const frame = isPage
      ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
      : around.getBoundingClientRect();
    if (scrollsBy(around, 'x')) {
      around.scrollLeft += (box.left + box.right - frame.left - frame.right) / 2;
    }
    if (scrollsBy(around, 'y')) {
      around.scrollTop += (box.top + box.bottom - frame.top - frame.bottom) / 2;
    }
  }
}
