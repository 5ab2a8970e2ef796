// Notes every animation and transition of a page with how long it lasts. Put into a page before its
// own scripts.

(() => {
  const moved = [];
  window.saloonMoved = moved;

  function note(animation, element) {
    const timing = animation.effect?.getComputedTiming();
    if (timing) moved.push({ ms: Number(timing.activeDuration), what: `${element.localName}.${element.className}`, of: animation.animationName ?? animation.transitionProperty ?? 'animate()' });
  }

  function onBegin(event) {
    for (const animation of event.target.getAnimations?.() ?? []) note(animation, event.target);
  }

  addEventListener('animationstart', onBegin, true);
  addEventListener('transitionrun', onBegin, true);
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given);
    note(animation, this);
    return animation;
  };
})();
