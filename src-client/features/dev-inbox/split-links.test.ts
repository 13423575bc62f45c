import { expect, it } from 'vitest'
import { splitLinks } from './split-links.ts'

it.each([
  ['no link', [{ text: 'no link' }]],
  ['', []],
  [
    'See it: http://127.0.0.1:3000/notice/abc.',
    [
      { text: 'See it: ' },
      { text: 'http://127.0.0.1:3000/notice/abc', href: 'http://127.0.0.1:3000/notice/abc' },
      { text: '.' },
    ],
  ],
  [
    'https://a.example/x (https://b.example/y)',
    [
      { text: 'https://a.example/x', href: 'https://a.example/x' },
      { text: ' (' },
      { text: 'https://b.example/y', href: 'https://b.example/y' },
      { text: ')' },
    ],
  ],
  ['javascript:alert(1)', [{ text: 'javascript:alert(1)' }]],
])('cuts %j', (text, parts) => {
  expect(splitLinks(text)).toEqual(parts)
})
