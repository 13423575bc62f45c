import { expect, test } from 'vitest'
import { readFormFields } from './form-fields.ts'

test.each<[string, string, ReturnType<typeof readFormFields>]>([
  ['fields', 'From=%2B16125550142&Body=STOP+%26+go', { From: '+16125550142', Body: 'STOP & go' }],
  ['a field that occurs several times', 'a=1&b=2&a=3&a=', { a: ['1', '3', ''], b: '2' }],
  [
    'a name that objects have already',
    '__proto__=1&toString=2',
    JSON.parse('{"__proto__":"1","toString":"2"}') as object,
  ],
  ['nothing', '', {}],
  ['as many as are read', 'a=&'.repeat(299), { a: Array(299).fill('') as string[] }],
  ['more', 'a=&'.repeat(300), null],
] as [string, string, ReturnType<typeof readFormFields>][])('a form of %s', (_what, form, fields) => {
  expect(readFormFields(Buffer.from(form))).toEqual(fields)
})
