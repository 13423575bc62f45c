import { z } from 'zod'
import { codeLists } from './code-lists.ts'
import { messages } from './messages.ts'

const codesOf = (list: 'hours' | 'minutes' | 'amPm') => (codeLists[list] ?? []).map(({ code }) => code)

const oneOf = (codes: string[]) =>
  z
    .string()
    .trim()
    .min(1, messages.required)
    .refine((text) => codes.includes(text), 'Not valid.')

const day = z
  .string()
  .trim()
  .min(1, messages.required)
  .regex(/^\d{2}\/\d{2}\/\d{4}$/, messages.dateForm)

/** What the user report is asked by (decisions, section 13); an empty username means everybody. */
export const reportInput = z.strictObject({
  fromDate: day,
  fromHour: oneOf(codesOf('hours')),
  fromMinute: oneOf(codesOf('minutes')),
  fromAmPm: oneOf(codesOf('amPm')),
  toDate: day,
  toHour: oneOf(codesOf('hours')),
  toMinute: oneOf(codesOf('minutes')),
  toAmPm: oneOf(codesOf('amPm')),
  username: z
    .string()
    .trim()
    .max(100)
    .nullish()
    .transform((text) => text ?? ''),
})
export type ReportInput = z.infer<typeof reportInput>

/** From the beginning of a day to its last minute: what the form begins with. */
export const wholeDay = (date: string): ReportInput => ({
  fromDate: date,
  fromHour: '12',
  fromMinute: '00',
  fromAmPm: 'AM',
  toDate: date,
  toHour: '11',
  toMinute: '59',
  toAmPm: 'PM',
  username: '',
})

/** Rows that a PDF takes; more are offered as Excel (decisions, section 9). */
export const mostPdfRows = 20_000
