/** What was typed into a form that was left. */
type Draft = { form: string; userId: number; values: unknown; version: number | undefined }

/** Keyed by user and form, so that nobody sees what someone else typed. */
const drafts = new Map<string, Draft>()
const getKey = (form: string, userId: number) => `${userId} ${form}`

/**
 * Keeps unsaved edits in this page's memory, so that the end of a session does not lose them. They are never stored:
 * the browser may be in a library.
 * @param form names the form and its record
 * @param version of the record that the edits are based on
 */
export function keepDraft(form: string, userId: number, values: unknown, version?: number): void {
  drafts.set(getKey(form, userId), { form, userId, values, version })
}

/** This user's draft. */
export function getDraft<T>(form: string, userId: number): T | undefined {
  return drafts.get(getKey(form, userId))?.values as T | undefined
}

/** The version that this user's draft is based on, so that a save reports later changes by others. */
export function draftVersion(form: string, userId: number): number | undefined {
  return drafts.get(getKey(form, userId))?.version
}

export function dropDraft(form: string): void {
  dropWhere((draft) => draft.form === form)
}

/** After a login, drops the drafts of everyone else. */
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
