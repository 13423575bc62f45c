/** What was typed into a form that had to be left. */
type Draft = { userId: number; values: unknown }

const drafts = new Map<string, Draft>()

/**
 * Keeps what is being typed in this page's memory, so that the end of a session empties no form. Never stored: the
 * browser may be a library's.
 * @param form names the form and the record in it
 */
export function keepDraft(form: string, userId: number, values: unknown): void {
  drafts.set(form, { userId, values })
}

/** What this user had typed; what another left behind is dropped. */
export function draftOf<T>(form: string, userId: number): T | undefined {
  const draft = drafts.get(form)
  if (draft && draft.userId !== userId) drafts.delete(form)
  return draft?.userId === userId ? (draft.values as T) : undefined
}

export function dropDraft(form: string): void {
  drafts.delete(form)
}

export function dropAllDrafts(): void {
  drafts.clear()
}

export const hasDrafts = (): boolean => drafts.size > 0
