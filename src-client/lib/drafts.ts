/** What was typed into a form that had to be left. */
type Draft = { form: string; userId: number; values: unknown; version: number | undefined }

/** By user and form: nobody meets what another typed. */
const drafts = new Map<string, Draft>()
const keyOf = (form: string, userId: number) => `${userId} ${form}`

/**
 * Keeps what is being typed in this page's memory, so that the end of a session empties no form. Never stored: the
 * browser may be a library's.
 * @param form names the form and the record in it
 * @param version of the record that it was typed over
 */
export function keepDraft(form: string, userId: number, values: unknown, version?: number): void {
  drafts.set(keyOf(form, userId), { form, userId, values, version })
}

/** What this user had typed. */
export function draftOf<T>(form: string, userId: number): T | undefined {
  return drafts.get(keyOf(form, userId))?.values as T | undefined
}

/** The version that this user typed over: a save of it tells what another saved since. */
export function draftVersion(form: string, userId: number): number | undefined {
  return drafts.get(keyOf(form, userId))?.version
}

export function dropDraft(form: string): void {
  dropWhere((draft) => draft.form === form)
}

/** Once somebody is logged in here, what anyone else left behind is forgotten. */
export function dropDraftsOfOthers(userId: number): void {
  dropWhere((draft) => draft.userId !== userId)
}

export function dropAllDrafts(): void {
  drafts.clear()
}

export const hasDrafts = (): boolean => drafts.size > 0

function dropWhere(isDropped: (draft: Draft) => boolean): void {
  for (const [key, draft] of drafts) if (isDropped(draft)) drafts.delete(key)
}
