import { addDays } from 'date-fns/addDays'
import { formatISO } from 'date-fns/formatISO'
import { parseISO } from 'date-fns/parseISO'

/** @param day 'YYYY-MM-DD', like the result */
export const daysBefore = (day: string, days: number): string =>
  formatISO(addDays(parseISO(day), -days), { representation: 'date' })
