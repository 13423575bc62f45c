import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
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

test('the county’s mail server gets the message whole, and its refusals are understood', async () => {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('gone') ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    onData: (stream, _session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        mails.push(Buffer.concat(parts).toString('utf8'))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const transport = smtpTransport({ SMTP_URL: `smtp://127.0.0.1:${port}`, EMAIL_FROM: 'alerts@county.example' })
  try {
    await transport.send({ ...outgoing, message: email })
    const mail = await PostalMime.parse(mails[0] ?? '')
    expect(mail).toMatchObject({
      subject: email.subject,
      from: { name: email.fromName, address: 'alerts@county.example' },
      html: '<p>Text</p>\n',
    })
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' }),
    )
    expect(mail.to).toEqual([expect.objectContaining({ address: email.to })])
    await expect(transport.send({ ...outgoing, message: { ...email, to: 'gone@example.org' } })).rejects.toMatchObject({
      kind: 'refused',
      suppress: 'bounce',
    })
  } finally {
    await transport.close()
    await new Promise<void>((resolve) => server.close(resolve))
  }
})
