let pressed = false
let waiting: (() => void)[] = []

function release(): void {
  pressed = false
  const acts = waiting
  waiting = []
  // After the click that ends the press.
  setTimeout(() => {
    for (const act of acts) act()
  })
}

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (pressed = true), { capture: true })
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, release, { capture: true })
}

/**
 * Runs `act` now or, while a pointer is down, after it is released. Pressing a button blurs a field first; an error
 * that appeared or disappeared at that moment would move the button away from under the finger.
 */
export function afterPointerUp(act: () => void): void {
  if (pressed) waiting.push(act)
  else act()
}
