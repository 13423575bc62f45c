import { addDays, formatISO, parseISO } from 'date-fns'

/** @param day 'YYYY-MM-DD'; the answer too */
export const daysBefore = (day: string, days: number): string =>
  formatISO(addDays(parseISO(day), -days), { representation: 'date' })
