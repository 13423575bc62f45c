import { type Criteria, type MatchOptions, newMatchOptions, noMatchOptions } from '#shared/contract/alert.ts'
import { wideMatchOptions } from '#shared/contract/automatic-width.ts'
import {
  beginsWide,
  defaultFeedFormat,
  expectByCensus,
  measureRarity,
  type ParsedAlert,
  parseAlert,
} from '#shared/matching/public.ts'
import type { PlainName } from './plain-name.ts'

/** How wide an alert searches: only by the rule, with what automatic width turns on, or with every option. */
export const widths = ['defaults', 'close', 'everything'] as const
export type Width = (typeof widths)[number]

/** The options that automatic width turns on for a rare name. */
const closeMatchOptions: MatchOptions = { ...noMatchOptions, ...wideMatchOptions }
export const widthMatchOptions: Record<Width, MatchOptions> = {
  defaults: noMatchOptions,
  close: closeMatchOptions,
  everything: { ...closeMatchOptions, allWords: true },
}

/**
 * The options of an alert: as a program makes one that says nothing about them, and as a screen makes a new one, which
 * collects possible matches, of a name that is not rare and of a rare one.
 */
export const starts = ['defaults', 'narrow', 'wide'] as const
export type Start = (typeof starts)[number]
export const startMatchOptions: Record<Start, MatchOptions> = {
  defaults: noMatchOptions,
  narrow: newMatchOptions,
  wide: { ...newMatchOptions, ...wideMatchOptions },
}

/** `identity` is known only for invented people. */
export type Entered = PlainName & { identity?: number }

const toCriteria = (
  { first, middles, last }: PlainName,
  variants: MatchOptions,
  formerLastName = '',
): Criteria<'NAME'> => ({
  alertType: 'NAME',
  firstName: [first, ...middles].join(' '),
  lastName: last,
  formerLastName,
  variants,
})

export const parseEntered = (entered: PlainName, variants: MatchOptions, formerLastName?: string): ParsedAlert =>
  parseAlert(toCriteria(entered, variants, formerLastName), null)

/** The records a year that are expected to have the name, by the census: two digits of it. */
export const measureExpected = (entered: PlainName): number =>
  measureRarity(toCriteria(entered, closeMatchOptions), { recordRaw: '', variant: null }, defaultFeedFormat).expected

/**
 * Whether a new alert on the form begins wide.
 * @param found what it would have found to notify right away in a year; null while less than a year of records is stored
 */
export const isWideOnForm = (entered: PlainName, found: number | null): boolean =>
  beginsWide(expectByCensus(toCriteria(entered, closeMatchOptions)), found).on
