import type { IncomingItem } from '../records/incoming-item.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** In any spelling: 'Restricted' is no field of an event, so its item waits here until staff see what is wrong. */
const isFlag = /restricted/i
const noes: unknown[] = [undefined, null, false, '']

/**
 * Whether an item says that its record is restricted. An unreadable flag counts, and so does any mention of it in a
 * text that cannot be parsed: a mistake there must not publish a record.
 */
export function saysRestricted({ value, sent }: IncomingItem): boolean {
  if (isObject(value)) return Object.keys(value).some((key) => isFlag.test(key) && !noes.includes(value[key]))
  const text = typeof sent === 'string' ? sent : JSON.stringify(value ?? sent ?? '')
  return isFlag.test(text)
}

const day = /^\d{4}-\d{2}-\d{2}(?=$|T)/

/**
 * The number, type and day of a restricted item, as JSON. In the rows of a broken sheet, any column may hold a name.
 */
export function toRestrictedText({ value, problem }: IncomingItem, documentIdentifier: string): string {
  const { documentType, recordedAt } = isObject(value) && !problem ? value : {}
  const on = typeof recordedAt === 'string' ? day.exec(recordedAt)?.[0] : undefined
  const shown = {
    documentIdentifier,
    ...(typeof documentType === 'string' && { documentType }),
    ...(on && { recordedAt: on }),
  }
  return JSON.stringify({ ...shown, restricted: true }, null, 2)
}
