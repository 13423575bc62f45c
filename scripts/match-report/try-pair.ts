import { decide, defaultFeedFormat, parseAlert, type ParsedRecord, parseRecord } from '#shared/matching/public.ts'
import { parseEntered, widths, widthMatchOptions } from './entered.ts'
import type { PlainName } from './plain-name.ts'

/** The narrowest width at which an alert finds a name, or 'no'. */
export type Found = (typeof widths)[number] | 'no'

/** A record of one party. */
export const readRecord = (name: string): ParsedRecord =>
  parseRecord({ parties: [{ name }], parcels: [] }, defaultFeedFormat, null)

/** A person's alert on a record of one party; the feed has no settings. */
export function tryPerson(entered: PlainName, name: string): Found {
  const record = readRecord(name)
  return widths.find((width) => decide(parseEntered(entered, widthMatchOptions[width]), record) !== null) ?? 'no'
}

/** A business alert on a record of one party. */
export function tryBusiness(businessName: string, name: string): Found {
  const record = readRecord(name)
  const isFound = (variants: (typeof widthMatchOptions)['close']) =>
    decide(parseAlert({ alertType: 'BUSINESS', businessName, variants }, null), record) !== null
  return widths.find((width) => isFound(widthMatchOptions[width])) ?? 'no'
}

/** 'First Middle Last' as a clerk would enter it in two fields: the last word is the last name. */
export function splitSpoken(name: string): PlainName | null {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const [first, last] = [words[0], words.at(-1)]
  if (words.length < 2 || first === undefined || last === undefined) return null
  return { first, middles: words.slice(1, -1), last }
}
