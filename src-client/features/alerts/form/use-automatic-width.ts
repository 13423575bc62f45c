import { useEffect, useState } from 'react'
import type { Criteria } from '#shared/contract/alert.ts'
import { type AlertWidth, wideMatchOptions } from '#shared/contract/automatic-width.ts'
import { isComplete } from '#shared/domain/alert/alert-types.ts'
import type { PreviewState } from './alert-preview.tsx'

type AutomaticMatchOption = keyof typeof wideMatchOptions
const automaticMatchOptions = Object.keys(wideMatchOptions) as AutomaticMatchOption[]

export type AutomaticWidth = {
  /** The options that we choose and why; undefined for a saved alert, and while nothing is known yet. */
  width: AlertWidth | undefined
  /** Whether the choice is the reader's. */
  isStopped: boolean
  /** Ends it, because the reader chose an option. */
  stop: () => void
  /** Restarts it, together with the form. */
  restart: () => void
}

type Options = {
  criteria: Criteria
  preview: PreviewState
  /** False for a saved alert, which never changes automatically. */
  isNew: boolean
  /**
   * Whether the form shows a draft. The reader has seen the options next to a complete name, so they stay as they are.
   */
  isRestored: boolean
  /** Sets an option in the form as its initial value: the reader cannot lose what we choose. */
  setInitial: (variant: AutomaticMatchOption, on: boolean) => void
}

/** The options that the preview requests: undefined while it is loading, so that nothing changes meanwhile. */
function getWanted(preview: PreviewState): boolean | undefined {
  if (preview.kind === 'incomplete') return false
  return preview.kind === 'found' && !preview.stale ? (preview.preview.width?.on ?? false) : undefined
}

/**
 * Automatic width of a new alert: close spellings, nicknames and an old name kept as a middle name are on while its name
 * is rare and off while it is common, until the reader chooses an option. A new name is judged again.
 */
export function useAutomaticWidth({ criteria, preview, isNew, isRestored, setInitial }: Options): AutomaticWidth {
  const [isStopped, setStopped] = useState(() => isRestored && isComplete(criteria))
  const isAutomatic = isNew && !isStopped
  const wanted = isAutomatic ? getWanted(preview) : undefined
  const { variants } = criteria
  useEffect(() => {
    if (wanted === undefined) return
    for (const variant of automaticMatchOptions) if (variants[variant] !== wanted) setInitial(variant, wanted)
  }, [wanted, variants, setInitial])
  const found = preview.kind === 'found' ? preview.preview.width : null
  return {
    width: isNew && found ? found : undefined,
    isStopped,
    stop: () => setStopped(true),
    restart: () => setStopped(false),
  }
}
