import { expect, test } from 'vitest'
import { startSmtp } from '#tests/standins/smtp.ts'
import type { DeliveryErrorKind } from '../common/transport.ts'
import { email, outgoing } from '../testing.ts'
import { type SmtpError, smtpTransport, toDeliveryError } from './transport.ts'

test.each<[SmtpError, DeliveryErrorKind, string | undefined]>([
  [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }, 'refused', 'bounce'],
  [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452 }, 'retry', undefined],
  [{ code: 'EMESSAGE', command: 'DATA', responseCode: 554 }, 'refused', undefined],
  [{ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }, 'retry', undefined],
  [{ code: 'ESOCKET', command: 'CONN' }, 'retry', undefined],
  [{ code: 'ETIMEDOUT', command: 'CONN' }, 'retry', undefined],
  [{ code: 'ECONNECTION', command: 'DATA' }, 'in-doubt', undefined],
  [{ code: 'ETIMEDOUT' }, 'in-doubt', undefined],
])('SMTP error %j: %s', (error, kind, suppress) => {
  expect(toDeliveryError(error)).toMatchObject({ kind, suppress })
})

test.each<[SmtpError, DeliveryErrorKind]>([
  [{ code: 'ESOCKET', command: 'CONN' }, 'in-doubt'],
  [{ code: 'ECONNECTION', command: 'CONN' }, 'in-doubt'],
  [{ code: 'ETIMEDOUT', command: 'CONN' }, 'in-doubt'],
  [{ code: 'EMESSAGE', command: 'DATA', responseCode: 451 }, 'retry'],
])('SMTP error %j after the message began: %s', (error, kind) => {
  expect(toDeliveryError(error, { hasBegun: true }).kind).toBe(kind)
})

test('the county’s mail server gets the message whole, and its refusals are understood', async () => {
  const smtp = await startSmtp()
  const transport = smtpTransport({ SMTP_URL: smtp.url, EMAIL_FROM: 'alerts@county.example' })
  try {
    await transport.send({ ...outgoing, message: email })
    expect(smtp.ledger).toMatchObject([
      {
        to: email.to,
        message: {
          subject: email.subject,
          from: { name: email.fromName, address: 'alerts@county.example' },
          to: [{ address: email.to }],
          html: '<p>Text</p>\n',
          headers: { 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' },
        },
      },
    ])
    smtp.bounces.add('gone@example.org')
    await expect(transport.send({ ...outgoing, message: { ...email, to: 'gone@example.org' } })).rejects.toMatchObject({
      kind: 'refused',
      suppress: 'bounce',
    })
  } finally {
    await transport.close()
    await smtp.stop()
  }
})
