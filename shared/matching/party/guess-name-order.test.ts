import { describe, expect, test } from 'vitest'
import { guessNameOrder } from './guess-name-order.ts'

describe('the order of one name', () => {
  test.each([
    ['SMITH JOHN', 'LAST_FIRST'],
    ['SMITH JOHN R', 'LAST_FIRST'],
    ['SMITH JOHN MICHAEL', 'LAST_FIRST'],
    ['Smith John Jr', 'LAST_FIRST'],
    ['JOHN SMITH', 'FIRST_LAST'],
    ['JOHN R SMITH', 'FIRST_LAST'],
    ['JOHN MICHAEL SMITH', 'FIRST_LAST'],
    ['MARIA DE LA GARZA', 'FIRST_LAST'],
    // Both words are as common as given names.
    ['JAMES THOMAS', null],
    ['SMITH', null],
    ['SMITH, JOHN', null],
    ['SMITH JOHN & MARY', null],
    ['SMITH JOHN LLC', null],
    ['FIRST BANK OF SMITH', null],
    ['SMITH JOHN 3', null],
    ['QWXZ VRRTK', null],
    ['', null],
  ])('%s: %s', (name, order) => {
    expect(guessNameOrder(name)).toBe(order)
  })
})
