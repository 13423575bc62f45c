// @vitest-environment happy-dom
import { TRPCClientError } from '@trpc/client'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { messages } from '#shared/contract/messages.ts'
import { startTexts } from '../i18n/i18n.ts'
import { getErrorMessage, isUnanswered } from './errors.ts'
import { RestError } from './rest-error.ts'

beforeAll(startTexts)
afterEach(() => history.replaceState(null, '', '/'))

/** The error of a call, with the response of the server or a proxy. */
const failed = (response?: Response, responseJSON?: unknown) =>
  TRPCClientError.from(new Error('Unable to transform response from server'), {
    ...(response && { meta: { response, responseJSON } }),
  })
const badGateway = new Response('', { status: 502, statusText: 'Bad Gateway' })
const answered = new Response('')

test.each<[string, Error, string]>([
  [
    'an envelope in place of an answer',
    failed(new Response('', { status: 503 }), { ok: false, message: messages.busy }),
    `ERROR: ${messages.busy}`,
  ],
  ["a proxy's refusal", failed(badGateway, { detail: 'upstream' }), 'HTTP status 502 (Bad Gateway)'],
  ['an answer that says nothing', failed(answered, {}), messages.wrapperProvider],
  [
    'no answer at all',
    failed(),
    'An unexpected error has occurred. We could not reach the service. Check your connection and try again.',
  ],
  ['what is no call', new Error('Broken.'), messages.unexpected],
])('%s', (_what, error, text) => {
  expect(getErrorMessage(error)).toBe(text)
})

test('names the provider in the control panel', () => {
  history.replaceState(null, '', '/controlPanel/users')
  expect(getErrorMessage(failed(answered, {}))).toBe(messages.wrapperTriMin)
})

const refused = TRPCClientError.from({ error: { code: -32_600, message: 'No.', data: { httpStatus: 500 } } } as never)
test.each<[string, unknown, boolean]>([
  ['no answer', failed(), true],
  ["a proxy's answer", failed(badGateway, {}), true],
  ["the server's refusal or failure", refused, false],
  ['a download without an answer', new RestError(0, ''), true],
  ['a download that a proxy answers', new RestError(504, ''), true],
  ['a download that the server refuses', new RestError(500, 'No.'), false],
  ['a fault of ours', new Error('Broken.'), false],
])('%s leaves open whether it was carried out: %#', (_what, error, expected) => {
  expect(isUnanswered(error)).toBe(expected)
})
