/**
 * After a list grew, moves the focus to its first new item: the pressed button may be gone.
 * @param items selects the rows within the list
 */
export function focusItem(list: HTMLElement | null, index: number, items = 'tbody tr'): void {
  const row = list?.querySelectorAll<HTMLElement>(items)[index]
  const link = row?.querySelector<HTMLElement>('summary, a[href], button')
  if (row && !link) row.tabIndex = -1
  ;(link ?? row)?.focus()
}

/** After most of a section is gone, with the pressed button, moves the focus to its heading and shows it. */
export function focusHeading(section: HTMLElement | null): void {
  const heading = section?.querySelector<HTMLElement>('h2')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}

/** An error that appears when a field is left moves what is below it: keeps the newly focused field in view. */
export function keepFocusInView(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) document.activeElement?.scrollIntoView({ block: 'nearest' })
  })
}
