/** One party of a recorded document as the feed sent it: one string, name parts, or a business name. */
export type Party = {
  role?: string
  name?: string
  firstName?: string
  middleName?: string
  lastName?: string
  suffix?: string
  businessName?: string
}

export const hasText = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''

/** The party's name as the feed sent it, with name parts in their natural order. */
export function formatPartyName({ name, firstName, middleName, lastName, suffix, businessName }: Party): string {
  const parts = [firstName, middleName, lastName, suffix].filter(hasText).join(' ')
  return [name?.trim(), parts, businessName?.trim()].filter(hasText).join(' / ')
}
