/** What was typed into a form that was left; keep-draft.ts writes it. */
type Draft = {
  form: string
  userId: number
  values: unknown
  version: number | undefined
  /** When it was last typed, in ms since 1970. */
  at: number
  /** Also in the tab's storage. */
  inTab: boolean
}

/** The reader of a public form, who has no account yet. */
export const visitor = 0

const storageKey = 'drafts'
/**
 * How long after the last key the tab's storage, and the memory for a visitor, keep a draft: as long as a session lasts
 * by default.
 */
const keptForMs = 30 * 60_000

/** Keyed by user and form, so that no user sees what another typed. */
const drafts = new Map<string, Draft>()
const getKey = (form: string, userId: number) => `${userId} ${form}`

const isFresh = ({ at }: Draft): boolean => Date.now() - at < keptForMs

const isDraft = (item: Partial<Draft> | null): item is Draft =>
  typeof item?.form === 'string' && typeof item.userId === 'number' && typeof item.at === 'number'

/** Reads what this tab kept before it was loaded again. Storage may be off, or hold anything. */
function readTab(): void {
  try {
    const found = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as Partial<Draft>[]
    for (const item of found.filter(isDraft).filter(isFresh)) drafts.set(getKey(item.form, item.userId), item)
  } catch {
    // There is nothing to restore.
  }
}

/** False if the browser has no storage for us, so that loading the page again would lose what was typed. */
let isTabKept = true

function writeTab(): void {
  const kept = [...drafts.values()].filter((draft) => draft.inTab)
  try {
    if (kept.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(kept))
    else sessionStorage.removeItem(storageKey)
    isTabKept = true
  } catch {
    isTabKept = false
  }
}

readTab()
// Drops from the storage what has become too old.
writeTab()

/** True if what is typed survives loading the page again. */
export const survivesReload = (): boolean => isTabKept

/** Stores a draft, or replaces that of the same form and user. */
export function putDraft(draft: Omit<Draft, 'at' | 'inTab'>): void {
  drafts.set(getKey(draft.form, draft.userId), { ...draft, at: Date.now(), inTab: true })
  writeTab()
}

/** The draft of a form, unless it is a visitor's and too old: no login keeps it from the next visitor of this browser. */
export function findDraft(form: string, userId: number): Draft | undefined {
  const draft = drafts.get(getKey(form, userId))
  if (!draft || userId !== visitor || isFresh(draft)) return draft
  dropDraft(form)
  return undefined
}

export function dropDraft(form: string): void {
  dropWhere((draft) => draft.form === form)
}

/** After a login, drops the drafts of everyone else. */
export function dropDraftsOfOthers(userId: number): void {
  dropWhere((draft) => draft.userId !== userId)
}

export function dropAllDrafts(): void {
  dropWhere(() => true)
}

/** When a session has ended: its drafts stay in this page's memory for their user, and leave the tab's storage. */
export function forgetDraftsInTab(): void {
  for (const draft of drafts.values()) draft.inTab = false
  writeTab()
}

/** True if something that a user typed waits for their next login. */
export const hasDrafts = (): boolean => [...drafts.values()].some(({ userId }) => userId !== visitor)

function dropWhere(isDropped: (draft: Draft) => boolean): void {
  for (const [key, draft] of drafts) if (isDropped(draft)) drafts.delete(key)
  writeTab()
}
