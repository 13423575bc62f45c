import { z } from 'zod'
import { codeLists } from './code-lists.ts'
import { messages } from './messages.ts'

const getCodes = (list: 'hours' | 'minutes' | 'amPm') => (codeLists[list] ?? []).map(({ code }) => code)

const codeFrom = (codes: string[]) =>
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

/** Criteria of the user report; an empty username means all users. */
export const reportInput = z.strictObject({
  fromDate: day,
  fromHour: codeFrom(getCodes('hours')),
  fromMinute: codeFrom(getCodes('minutes')),
  fromAmPm: codeFrom(getCodes('amPm')),
  toDate: day,
  toHour: codeFrom(getCodes('hours')),
  toMinute: codeFrom(getCodes('minutes')),
  toAmPm: codeFrom(getCodes('amPm')),
  username: z
    .string()
    .trim()
    .max(100)
    .nullish()
    .transform((text) => text ?? ''),
})
export type ReportInput = z.infer<typeof reportInput>

/** From the start of a day to its last minute: the form's initial values. */
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

/** The maximum rows in a PDF; a longer report is offered as Excel. */
export const maxPdfRows = 20_000
