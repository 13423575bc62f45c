import { findDraft, putDraft } from './drafts.ts'

/** The names of fields that no draft holds, at any depth. */
const secretFields: ReadonlySet<string> = new Set(['password', 'passwordConfirm', 'code', 'ticket'])

/** The values without those of secret fields. */
function withoutSecrets(values: unknown): unknown {
  if (Array.isArray(values)) return values.map(withoutSecrets)
  if (typeof values !== 'object' || values === null) return values
  const open = Object.entries(values).filter(([name]) => !secretFields.has(name))
  return Object.fromEntries(open.map(([name, value]) => [name, withoutSecrets(value)]))
}

/** True if a password or a code was typed, which no draft keeps. */
export const hasSecrets = (values: object): boolean =>
  Object.entries(values).some(([name, value]) => secretFields.has(name) && value !== '' && value !== undefined)

/**
 * Keeps unsaved edits, except passwords and codes, so that neither the end of a session nor Back nor loading the page
 * again loses them: in the page's memory, and in the storage of this tab. The browser may be in a library, so they end
 * with the tab and by the rules of drafts.ts (docs/security.md).
 * @param form names the form and its record
 * @param userId of the reader, or `visitor`
 * @param version of the record that the edits are based on
 */
export function keepDraft(form: string, userId: number, values: unknown, version?: number): void {
  putDraft({ form, userId, values: withoutSecrets(values), version })
}

/** This user's draft. */
export function getDraft<T>(form: string, userId: number): T | undefined {
  return findDraft(form, userId)?.values as T | undefined
}

/** The version that this user's draft is based on, so that a save reports later changes by others. */
export function draftVersion(form: string, userId: number): number | undefined {
  return findDraft(form, userId)?.version
}
