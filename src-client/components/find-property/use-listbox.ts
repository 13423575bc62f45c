import { type KeyboardEvent, useEffect, useId, useState } from 'react'

type Options = {
  /** The options by key, in their order. */
  keys: readonly string[]
  onChoose: (key: string) => void
  /** Whether Enter takes the only option before an arrow key chose it. */
  takesOnly: boolean
}

/** The option that a key leads to, or undefined if the key belongs to the text. */
function goTo(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (active + 1) % count
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1
  // Without an active option they move the cursor in the text.
  if (active < 0) return undefined
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/**
 * The list of a combobox: which option is active, and the keys (ARIA 1.2, combobox with list autocomplete). The focus
 * stays in the box; `aria-activedescendant` names the active option.
 */
export function useListbox({ keys, onChoose, takesOnly }: Options) {
  const listId = useId()
  const [wantsList, setWantsList] = useState(false)
  const [activeKey, setActiveKey] = useState<string>()
  const isOpen = wantsList && keys.length > 0
  const active = isOpen && activeKey !== undefined ? keys.indexOf(activeKey) : -1
  const optionId = (index: number) => `${listId}${index}`
  const activeId = active < 0 ? undefined : optionId(active)
  const shown = isOpen ? keys.length : 0
  useEffect(() => {
    if (shown === 0) return
    // As much of the list as fits below the box, which stays in view.
    document.getElementById(listId)?.scrollIntoView({ block: 'nearest' })
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [shown, listId])
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const close = () => {
    setWantsList(false)
    setActiveKey(undefined)
  }
  const open = () => setWantsList(true)
  const choose = (key: string) => {
    close()
    onChoose(key)
  }
  const onEnter = (event: KeyboardEvent) => {
    // Enter in the box never submits the surrounding form: the text alone is not a property.
    event.preventDefault()
    const chosen = keys[active] ?? (takesOnly && isOpen && keys.length === 1 ? keys[0] : undefined)
    if (chosen !== undefined) choose(chosen)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    if (event.key === 'Enter') return onEnter(event)
    if (event.key === 'Escape') {
      // When the list is closed, the key belongs to the dialog around the box (dialog-keys.ts).
      if (isOpen) event.preventDefault()
      return close()
    }
    const next = keys.length > 0 ? goTo(event.key, active, keys.length) : undefined
    if (next === undefined) return
    event.preventDefault()
    setWantsList(true)
    setActiveKey(keys[next])
  }
  return { listId, isOpen, active, activeId, optionId, open, close, choose, onKeyDown }
}
