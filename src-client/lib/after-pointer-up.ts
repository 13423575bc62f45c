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
 * Runs `act` now or, while a pointer is pressed, once it is let go. Pressing a button takes the focus from a field
 * first; an error that came or went at that moment would move the button away from under the finger.
 */
export function afterPress(act: () => void): void {
  if (pressed) waiting.push(act)
  else act()
}
