import { expect, test } from 'vitest'
import { email, outgoing } from '#tests/fixtures/providers.ts'
import { startSmtp } from '#tests/standins/smtp.ts'
import type { DeliveryErrorKind } from '../common/transport.ts'
import { type SmtpError, readMailServer, smtpTransport, toDeliveryError } from './transport.ts'

test.each<[SmtpError, DeliveryErrorKind, string | undefined]>([
  [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452 }, 'retry', undefined],
  [{ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }, 'retry', undefined],
  [{ code: 'EENVELOPE', command: 'API', message: 'Invalid sender "x"' }, 'retry', undefined],
  [{ code: 'EENVELOPE', command: 'API', message: 'Invalid recipient "x"' }, 'refused', undefined],
  [{ code: 'ESOCKET', command: 'CONN' }, 'retry', undefined],
  [{ code: 'ETIMEDOUT', command: 'CONN' }, 'retry', undefined],
  [{ code: 'ECONNECTION', command: 'DATA' }, 'in-doubt', undefined],
  [{ code: 'ETIMEDOUT' }, 'in-doubt', undefined],
])('SMTP error %j: %s', (error, kind, suppress) => {
  expect(toDeliveryError(error)).toMatchObject({ kind, suppress })
})

/** A refusal that the county must correct is retried; one about the mailbox or this message is not. */
const toMend = { kind: 'retry', isSetUp: true, suppress: undefined }
const closed = { kind: 'refused', refusedFor: '', suppress: 'bounce' }
const full = { kind: 'refused', refusedFor: '', suppress: undefined }
const counted = (refusedFor: string) => ({ kind: 'refused', refusedFor, suppress: undefined })

test.each<[command: string, response: string, expected: object]>([
  ['CONN', '554 5.7.1 Your host is on our block list', toMend],
  ['EHLO', '550 Go away', toMend],
  ['AUTH PLAIN', '535 5.7.8 Authentication failed', toMend],
  ['MAIL FROM', '550 Sender rejected', toMend],
  ['MAIL FROM', '550 5.1.1 No such mailbox', toMend],
  ['MAIL FROM', '552 5.2.2 Over quota', toMend],
  ['RCPT TO', '550 5.7.1 Relaying denied', toMend],
  ['RCPT TO', '550 5.7.606 Access denied, banned sending IP 192.0.2.1', toMend],
  ['RCPT TO', '554 5.3.0 The system does not take mail', toMend],
  ['RCPT TO', '550 5.4.1 Recipient address rejected: Access denied', toMend],
  ['RCPT TO', '553 5.1.8 The domain of the sender does not exist', toMend],
  ['RCPT TO', '530 Authentication required', toMend],
  ['RCPT TO', '550 Relaying denied', toMend],
  ['RCPT TO', '550 Blocked: 192.0.2.1 is listed at Spamhaus', toMend],
  ['DATA', '554 The account is suspended', toMend],
  ['DATA', '550 5.7.26 This mail is unauthenticated (SPF and DKIM)', toMend],
  ['RCPT TO', '550 5.1.0 <alerts@county.example>: Sender address rejected: User unknown', toMend],
  ['RCPT TO', '504 5.5.2 <mail>: Helo command rejected: need a whole name', toMend],
  ['RCPT TO', '550 Access denied - Invalid HELO name', toMend],
  ['RCPT TO', '550 EHLO name unknown', toMend],
  ['RCPT TO', '550 Your account is disabled', toMend],
  ['RCPT TO', '550 Your mailbox is disabled', toMend],
  ['RCPT TO', '550 Reverse DNS not found', toMend],
  ['RCPT TO', '550 No PTR record: address invalid', toMend],
  ['RCPT TO', '550 rDNS of the address is invalid', toMend],
  ['RCPT TO', '550 Invalid IP address', toMend],
  [
    'RCPT TO',
    '550-Requested action not taken: mailbox unavailable\n550 invalid DNS MX or A/AAAA resource record',
    toMend,
  ],
  ['RCPT TO', '550 Service unavailable, your account has been locked', toMend],
  ['RCPT TO', '550 Mail from this account is disabled: unpaid', toMend],
  ['RCPT TO', '550 User invalid, log in first', toMend],
  ['RCPT TO', '550 Unknown user or wrong password', toMend],
  ['RCPT TO', '550 Return-Path address is invalid', toMend],
  ['RCPT TO', '550 5.1.1 No such mailbox', closed],
  ['RCPT TO', '550-5.1.1 The email account does not exist\n550 5.1.1 Try again', closed],
  ['RCPT TO', '550 5.2.1 The account is disabled', closed],
  ['DATA', '550 5.1.1 Unknown user', closed],
  ['RCPT TO', '550 No such mailbox', closed],
  ['RCPT TO', '551 User not found', closed],
  ['RCPT TO', '550 No such user here', closed],
  ['RCPT TO', '550 No such local user', closed],
  ['RCPT TO', '550 Requested action not taken: mailbox unavailable', closed],
  ['RCPT TO', '550 User unknown', closed],
  ['RCPT TO', '550 Unknown or illegal user', closed],
  ['RCPT TO', '550 <login@example.org>: Recipient address rejected: User unknown in virtual mailbox table', closed],
  ['RCPT TO', '550 Mailbox <ptr@example.org> does not exist', closed],
  ['RCPT TO', '550 sender@example.org is not a valid mailbox', closed],
  ['RCPT TO', '550 Invalid recipient', closed],
  ['RCPT TO', '550 The recipient’s address is no longer valid', closed],
  ['RCPT TO', '550 mailbox is disabled', closed],
  ['RCPT TO', '553 Undeliverable address', closed],
  ['RCPT TO', "554 delivery error: dd This user doesn't have a yahoo.com account (a@yahoo.com)", closed],
  ['RCPT TO', '554 No such mailbox', closed],
  ['RCPT TO', '552 5.2.2 The mailbox is full', full],
  ['RCPT TO', '550 5.1.0 Address rejected', counted('RCPT 550 5.1.0')],
  ['RCPT TO', '550 Denied', counted('RCPT 550')],
  ['RCPT TO', '550 Address rejected', counted('RCPT 550')],
  ['RCPT TO', '550 Service unavailable', counted('RCPT 550')],
  ['RCPT TO', '550 Account disabled', counted('RCPT 550')],
  ['RCPT TO', '550 Domain not found', counted('RCPT 550')],
  ['RCPT TO', '550 Invalid request', counted('RCPT 550')],
  ['RCPT TO', '550 Recipient verification service unavailable', counted('RCPT 550')],
  ['RCPT TO', '550 Recipient address rejected: service unavailable', counted('RCPT 550')],
  ['RCPT TO', '550 Mailbox unavailable: rejected for policy reasons', counted('RCPT 550')],
  ['RCPT TO', '550 Mailbox temporarily disabled', counted('RCPT 550')],
  ['RCPT TO', '550 Mailbox unavailable: over quota', counted('RCPT 550')],
  ['DATA', '554 The message was not accepted', counted('DATA 554')],
  ['DATA', '554 5.6.0 Malformed', counted('DATA 554 5.6.0')],
])('the mail server answers %s with %s', (command, response, expected) => {
  const code = command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE'
  const error = { code, command, response, responseCode: Number(response.slice(0, 3)) }
  expect(toDeliveryError(error)).toMatchObject(expected)
})

test.each<[SmtpError, DeliveryErrorKind]>([
  [{ code: 'ESOCKET', command: 'CONN' }, 'in-doubt'],
  [{ code: 'ECONNECTION', command: 'CONN' }, 'in-doubt'],
  [{ code: 'ETIMEDOUT', command: 'CONN' }, 'in-doubt'],
  [{ code: 'EMESSAGE', command: 'DATA', responseCode: 451 }, 'retry'],
])('SMTP error %j after the message began: %s', (error, kind) => {
  expect(toDeliveryError(error, { hasBegun: true }).kind).toBe(kind)
})

test('sends the county’s mail server the complete message, and understands its refusals', async () => {
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

test.each([
  ['smtp://mail.example.gov:587', 'smtp://mail.example.gov:587', true],
  ['smtp://user:p%26w@mail.example.gov:587?tls=optional', 'smtp://user:p%26w@mail.example.gov:587', false],
  ['smtp://mail.example.gov:587?tls=none', 'smtp://mail.example.gov:587', true],
  ['smtp://127.0.0.1:25', 'smtp://127.0.0.1:25', false],
  ['smtp://localhost:25', 'smtp://localhost:25', false],
  ['smtp://[::1]:25', 'smtp://[::1]:25', false],
  ['smtp://localhost.example.gov:25', 'smtp://localhost.example.gov:25', true],
])('%s is asked as %s; TLS required: %s', (address, url, requireTLS) => {
  expect(readMailServer(address)).toEqual({ url, requireTLS })
})

test('sends nothing to a remote mail server without TLS, and retries the message', async () => {
  const smtp = await startSmtp()
  // This machine, by an address that does not look like it.
  const url = smtp.url.replace('127.0.0.1', '0.0.0.0')
  const send = async (address: string) => {
    const transport = smtpTransport({ SMTP_URL: address, EMAIL_FROM: 'alerts@county.example' })
    await transport.send({ ...outgoing, message: email }).finally(() => transport.close())
  }
  try {
    await expect(send(url)).rejects.toMatchObject({ kind: 'retry' })
    expect(smtp.ledger).toEqual([])
    await send(`${url}?tls=optional`)
    expect(smtp.ledger).toHaveLength(1)
  } finally {
    await smtp.stop()
  }
})
