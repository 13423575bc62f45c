import type { Property } from '#shared/contract/roll.ts'
import { titleCaseAddress } from './title-case.ts'

/** The city and zip from a roll in their usual form: 'Alder Falls 55810'. */
export const formatLocality = ({ city, zip }: Pick<Property, 'city' | 'zip'>): string =>
  [titleCaseAddress(city), zip].filter(Boolean).join(' ')
