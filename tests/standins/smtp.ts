import { randomBytes } from 'node:crypto'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { createIntake, type Intake } from './intake.ts'
import { type Entry, type NewEntry, toEntry } from './ledger.ts'
import type { ProviderOptions } from './provider.ts'
import { type Done, finishMail, refusal } from './smtp-answers.ts'

export type SmtpStandIn = Pick<Intake, 'ledger' | 'notTaken' | 'fail' | 'heal' | 'reset'> & {
  /** SMTP_URL of a worker that sends through it. */
  url: string
  /** Addresses without a mailbox: refused with 550. */
  bounces: Set<string>
  /** No more faults, planned or asked for; conversations that hang are broken off. */
  calm(): void
  stop(): Promise<void>
}

/** Every message of the service has a link that begins with its notice's id (shared/node/domain/notices/links.ts). */
const noticeLink = /\/(?:notice|unsubscribe|keep)\/([0-9a-z]{1,11})-[\w-]{22}/

async function readMail(raw: Buffer, to: string): Promise<NewEntry> {
  const { from, to: addressees, subject = '', text = '', html = '', headers } = await PostalMime.parse(raw)
  const [, id] = noticeLink.exec(`${text} ${html}`) ?? []
  return {
    id: `<${randomBytes(9).toString('hex')}@mail.county.example>`,
    to,
    notice: id === undefined ? null : Number.parseInt(id, 36),
    attempt: null,
    message: {
      from,
      to: addressees,
      subject,
      text,
      html,
      headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    },
  }
}

const collect = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

/** The answer for an address without a mailbox. */
export const noMailbox = 550

const toRefused = (to: string): Entry => ({
  ...toEntry('smtp', { id: '', to, notice: null, attempt: null, message: {} }, { end: 'failed' }),
  status: noMailbox,
})

/**
 * A county's mail server. Faults happen where it would take responsibility for a message: at its answer to the mail.
 */
export async function startSmtp({ latencyMs = 0, port = 0, ...options }: ProviderOptions = {}): Promise<SmtpStandIn> {
  const intake = createIntake('smtp', options)
  const { ledger, notTaken, fail, heal, reset } = intake
  const hanging = new Set<Socket>()
  const bounces = new Set<string>()

  const server = createMailServer({
    hasMailbox: (to) => !bounces.has(to),
    onRefused: (to) => notTaken.push(toRefused(to)),
    onMail: async (raw, { session, begunAt }, done) => {
      if (latencyMs > 0) await wait(latencyMs)
      const message = await readMail(raw, session.envelope.rcptTo[0]?.address ?? '')
      const fault = intake.nextFault(message)
      const heldUpMs = Date.now() - begunAt - latencyMs
      const entry = await intake.enter(message, { fault, heldUpMs })
      entry.begunAt = begunAt
      const socket = sockets.get(session.remotePort)
      if (!socket || socket.destroyed) entry.end = 'caller gone'
      else Object.assign(entry, await finishMail(fault, { socket, done, hanging }))
    },
  })
  const sockets = trackSockets(server)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    ledger,
    notTaken,
    bounces,
    fail,
    heal,
    reset,
    calm: () => {
      intake.calm()
      for (const socket of hanging) socket.resetAndDestroy()
    },
    stop: async () => {
      for (const socket of sockets.values()) socket.destroy()
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}

type MailHandlers = {
  hasMailbox(address: string): boolean
  onRefused(address: string): void
  /** Called with each complete mail, and when its conversation began, in milliseconds since 1970. */
  onMail(raw: Buffer, about: { session: SMTPServerSession; begunAt: number }, done: Done): Promise<void>
}

function createMailServer({ hasMailbox, onRefused, onMail }: MailHandlers): SMTPServer {
  const begun = new WeakMap<SMTPServerSession, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onMailFrom: (_from, session, done) => {
      begun.set(session, Date.now())
      done()
    },
    onRcptTo: ({ address }, _session, done) => {
      if (hasMailbox(address)) return done()
      onRefused(address)
      done(refusal(noMailbox, 'No such mailbox'))
    },
    // Without its end, a mail was not sent.
    onData: (stream, session, done) =>
      void collect(stream).then(
        (raw) => onMail(raw, { session, begunAt: begun.get(session) ?? Date.now() }, done),
        () => {},
      ),
  })
  server.on('error', () => {}) // Callers that are killed.
  return server
}

/** The open connections, by the port that their caller has. */
function trackSockets({ server }: SMTPServer): Map<number, Socket> {
  const sockets = new Map<number, Socket>()
  server.on('connection', (socket: Socket) => {
    const { remotePort } = socket
    if (remotePort === undefined) return
    sockets.set(remotePort, socket)
    socket.once('close', () => sockets.delete(remotePort))
  })
  return sockets
}
