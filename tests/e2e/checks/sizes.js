// Controls that are too small for a thumb.

((cards) => {
  const faults = [];
  const all = controls();
  for (const { control, target } of all) {
    const box = target.getBoundingClientRect();
    const least = control.matches('button, [role=button]') ? 48 : 44;
    const isInText = control.localName === 'a' && getComputedStyle(control).display === 'inline';
    const height = cards && control.matches(cards) ? 120 : least;
    const tells = `${Math.round(box.width)} x ${Math.round(box.height)}: ${called(control)}`;
    if (isInText) faults.push(`a link in running text is ${tells}`);
    else if (box.width < least - 0.5 || box.height < height - 0.5) faults.push(tells);
  }
  return { faults, looked: all.length };
})
