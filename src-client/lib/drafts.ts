/** What was typed into a form that had to be left. */
type Draft = { userId: number; values: unknown; version: number | undefined }

const drafts = new Map<string, Draft>()

/**
 * Keeps what is being typed in this page's memory, so that the end of a session empties no form. Never stored: the
 * browser may be a library's.
 * @param form names the form and the record in it
 * @param version of the record that it was typed over
 */
export function keepDraft(form: string, userId: number, values: unknown, version?: number): void {
  drafts.set(form, { userId, values, version })
}

/** What this user had typed; what another left behind is dropped. */
export function draftOf<T>(form: string, userId: number): T | undefined {
  const draft = drafts.get(form)
  if (draft && draft.userId !== userId) drafts.delete(form)
  return draft?.userId === userId ? (draft.values as T) : undefined
}

/** The version that this user typed over: a save of it tells what another saved since. */
export function draftVersion(form: string, userId: number): number | undefined {
  const draft = drafts.get(form)
  return draft?.userId === userId ? draft.version : undefined
}

export function dropDraft(form: string): void {
  drafts.delete(form)
}

export function dropAllDrafts(): void {
  drafts.clear()
}

export const hasDrafts = (): boolean => drafts.size > 0
