import { describe, expect, it } from 'vitest'
import { endsInLegalForm } from '../business/business.ts'
import { dropTrustDates } from './name-markers.ts'

describe('dropTrustDates', () => {
  it.each([
    ['TODD FAMILY TRUST UTA 5/5/99', 'TODD FAMILY TRUST'],
    ['TODD FAMILY TRUST UAD', 'TODD FAMILY TRUST'],
    ['TODD FAMILY TRUST UTD MAY 5, 1999', 'TODD FAMILY TRUST'],
    ['TODD FAMILY TRUST, UDT DTD 5/5/99', 'TODD FAMILY TRUST,'],
    ['TODD FAMILY TRUST UA 05-05-99', 'TODD FAMILY TRUST'],
    ['TODD, JOHN TRUSTEE UTD', 'TODD, JOHN TRUSTEE'],
    ['TODD, JOHN TR U A D 1999', 'TODD, JOHN TR'],
    ['TODD, JOHN UAD 5/5/1999', 'TODD, JOHN'],
    ['TODD, JOHN UTD SEPTEMB 5 1999', 'TODD, JOHN'],
    ['TODD FAMILY TRUST DATED SEPTEMB', 'TODD FAMILY TRUST'],
    ['TODD FAMILY TRUST DATED THE 5TH DAY OF JAN 1999', 'TODD FAMILY TRUST'],
    ['TODD FAMILY U/A', 'TODD FAMILY'],
    ['TODD TRUST U/W/O ELM', 'TODD TRUST ELM'],
    ['TODD FAMILY U.A.D. TRUST', 'TODD FAMILY TRUST'],
    ['TODD DATED', 'TODD'],
  ])('%s: the mark goes', (text, rest) => expect(dropTrustDates(text).replace(/\s+/g, ' ').trim()).toBe(rest))

  it.each([
    'UTT, JOHN',
    'UTA MAY',
    'TODD, UTA MAY',
    'TODD, UTA',
    'UTD HOLDINGS LLC',
    'UAW LOCAL 12',
    'UDD, ALAN & UTA',
    'DTD INVESTMENTS LLC',
    'TODD, U. A.',
    'TODD, JOHN U A',
    'TODD, U D',
    'STUART TRUSTIN UTT',
    'UPDATED HOMES LLC',
    'UTA 12 LLC',
    'UTA LIVING TRUST',
    'IRENE UTA REVOCABLE TRUST',
  ])('%s: the letters are a name', (text) => expect(dropTrustDates(text)).toBe(text))
})

describe('endsInLegalForm', () => {
  it.each([
    ['VANG, PA', false],
    ['VANG, MAI PA', false],
    ['VANG, MAI SEE PA', false],
    ['KIM, SOON NA', false],
    ['NGUYEN, THI LP', false],
    ['LE BLANC, JEAN CO', false],
    ['VANG, MAI P A', false],
    ['HARBOR LEGAL PA', true],
    ['HARBOR BANK, NA', true],
    ['HARBOR BANK, OF ELM NA', true],
    ['HARBOR, ELM BANK NA', true],
    ['TODD, JOHN MD, PA', true],
    ['TODD, ELM & CO', true],
    ['TODD, JOHN PC', true],
    ['TODD, JOHN LLC', true],
    ['ELM 12, JOHN CO', true],
    ['ELM CO', true],
  ])('%s: %j', (text, formed) => expect(endsInLegalForm(text)).toBe(formed))
})
