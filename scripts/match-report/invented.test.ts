import { expect, test } from 'vitest'
// cspell:ignore rgan
import { isInvented } from './invented.ts'

/** The person that a reader may have read, and whether the text alone supports it. */
test.each<[text: string, first: string, surname: string, invented: boolean]>([
  ['MARSH, PETER Q', 'PETER', 'MARSH', false],
  ['PETER Q MARSH', 'PETER', 'MARSH', false],
  ['MARSH, PETER Q TR & HELEN OKAFOR REVOCABLE TRUST', 'HELEN', 'OKAFOR', false],
  ['MARSH, PETER Q TR & HELEN OKAFOR REVOCABLE TRUST', 'HELEN', 'MARSH', true],
  ['MARSH, PETER & HELEN', 'HELEN', 'MARSH', false],
  ['MARSH, PETER & ROSE TRUST', 'ROSE', 'MARSH', false],
  ['MARSH, PETER & HELEN C', 'HELEN', 'MARSH', false],
  ['MARSH, PETER & HELEN C OKAFOR', 'HELEN', 'MARSH', true],
  ['MARSH, PETER & OKAFOR, HELEN', 'HELEN', 'MARSH', true],
  ['MARSH, PETER / HELEN CO-TRUSTEE', 'HELEN', 'MARSH', false],
  ['BRIAN J AND TANYA R MARSH', 'BRIAN', 'MARSH', false],
  ['BRIAN J AND TANYA R MARSH', 'TANYA', 'BRIAN', true],
  ['MARSH, PETER', 'HELEN', 'MARSH', true],
  ['MARSH, PETER', 'PETER', 'OKAFOR', true],
  ['VAN BUREN, ANN', 'ANN', 'VANBUREN', false],
  ["O'NEIL-PRATT, ANN", 'ANN', 'PRATT', false],
  ['MARSH, WM', 'WILLIAM', 'MARSH', false],
  ['MARSH, JC', 'J', 'MARSH', false],
  ['MARSH, JC', 'K', 'MARSH', true],
  ['MARSH, JNO', 'JOHN', 'MARSH', false],
  ['MARSH, MD AZIZ', 'MOHAMMAD', 'MARSH', false],
  ['MARSH, LEE ANN', 'LEEANN', 'MARSH', false],
  ['M0RGAN, PETER', 'PETER', 'MORGAN', false],
  ['M0RGAN, PETER', 'PETER', 'MARSH', true],
  ['Helen Kaʻahu', 'HELEN', 'KAAHU', false],
  ['アンナ・カイ', 'アンナ', 'カイ', false],
])('%s: %s %s', (text, first, surname, invented) =>
  expect(isInvented(text, { surnameWords: [surname], firstNames: [first] })).toBe(invented),
)
