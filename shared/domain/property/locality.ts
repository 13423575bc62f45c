import type { Property } from '#shared/contract/roll.ts'
import { titleCaseAddress } from './title-case.ts'

/** The city and zip of a roll as one writes them: 'Alder Falls 55810'. */
export const formatLocality = ({ city, zip }: Pick<Property, 'city' | 'zip'>): string =>
  [titleCaseAddress(city), zip].filter(Boolean).join(' ')
