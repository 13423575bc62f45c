import { expect, test } from 'vitest'
import { addressBlock, throttledAddress } from './address-block.ts'

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::', '2001:db8:1:2::'],
  ['2001:db8:1:2::1', '2001:db8:1:2::', '2001:db8:1:2::'],
  ['not an address', 'not an address', 'not an address'],
])('%s', (address, one, block) => {
  expect([throttledAddress(address), addressBlock(address)]).toEqual([one, block])
})
