import type { Party } from '#shared/matching/types.ts'

export const filled = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''

/** The name of a party as the feed gave it; of parts, in their natural order. */
export function rawOf({ name, firstName, middleName, lastName, suffix, businessName }: Party): string {
  const parts = [firstName, middleName, lastName, suffix].filter(filled).join(' ')
  return [name?.trim(), parts, businessName?.trim()].filter(filled).join(' / ')
}
