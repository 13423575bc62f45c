import { expect, test } from 'vitest'
import { absentNote, hasVectors, readVectors } from '#tests/standins/signature-vectors.ts'
import { isSignedByTwilio } from './signature.ts'

type TwilioVector = {
  name: string
  authToken: string
  url: string
  params: Record<string, string | string[]>
  signature: string | null
  valid: boolean
}
test.skipIf(!hasVectors)(`signatures of Twilio: every published vector${absentNote}`, () => {
  for (const v of readVectors<TwilioVector>('twilio_signature_vectors.json'))
    expect([
      v.name,
      isSignedByTwilio(v.authToken, { signature: v.signature ?? '', address: v.url, fields: v.params }),
    ]).toEqual([v.name, v.valid])
})
