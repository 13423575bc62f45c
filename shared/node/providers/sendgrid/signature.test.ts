import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { absentNote, hasVectors, readVectors } from '#tests/standins/signature-vectors.ts'
import { isSignedBySendgrid, readSendgridKey } from './signature.ts'

type SendgridVector = {
  name: string
  publicKey: string
  payload: string
  signature: string
  timestamp: string
  valid: boolean
}
test.skipIf(!hasVectors)(`signatures of SendGrid: every published vector${absentNote}`, () => {
  for (const v of readVectors<SendgridVector>('sendgrid_event_webhook_vectors.json'))
    expect([
      v.name,
      isSignedBySendgrid(
        readSendgridKey(v.publicKey),
        { body: Buffer.from(v.payload), signature: v.signature, timestamp: v.timestamp },
        // Checked with the time of signing: today all of these are too old.
        Number(v.timestamp) * 1000,
      ),
    ]).toEqual([v.name, v.valid])
})

const day = 24 * 3600 * 1000
test.each([
  ['just now', 0, true],
  ['a minute ahead of our clock', -60_000, true],
  ['three days ago', 3 * day, true],
  ['longer ago', 3 * day + 1000, false],
  ['in 2021', 5 * 365 * day, false],
])('events signed %s', (_when, agoMs, taken) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const body = Buffer.from('[]')
  const timestamp = '1700000000'
  const signature = sign('sha256', Buffer.concat([Buffer.from(timestamp), body]), privateKey).toString('base64')
  expect(isSignedBySendgrid(publicKey, { body, signature, timestamp }, 1_700_000_000_000 + agoMs)).toBe(taken)
})
