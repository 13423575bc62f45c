/**
 * After more of a list is shown, reading goes on at the first that is new: the button that was pressed may be gone.
 * @param items selects the rows within the list
 */
export function focusItem(list: HTMLElement | null, index: number, items = 'tbody tr'): void {
  const row = list?.querySelectorAll<HTMLElement>(items)[index]
  const link = row?.querySelector<HTMLElement>('a[href], button')
  if (row && !link) row.tabIndex = -1
  ;(link ?? row)?.focus()
}

/** A fault that comes when a field is left moves what is below: the field that has the focus now stays in view. */
export function keepFocusInView(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) document.activeElement?.scrollIntoView({ block: 'nearest' })
  })
}
