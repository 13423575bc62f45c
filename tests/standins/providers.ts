import { type CallbackOptions, type CallbackRecord, startCallbacks } from './callbacks.ts'
import { standInEnv } from './environment.ts'
import { type FaultPlanOptions, type FaultRates, planCallFaults } from './faults.ts'
import { toMessageKey } from './intake.ts'
import type { Entry, NewEntry, ProviderName } from './ledger.ts'
import { createEventBatches, toEventReports } from './sendgrid-events.ts'
import { type SendgridStandIn, startSendgrid } from './sendgrid.ts'
import { type SmtpStandIn, startSmtp } from './smtp.ts'
import { listStops, type Stop } from './stops.ts'
import { toStatusReports } from './twilio-statuses.ts'
import { startTwilio, type TwilioStandIn } from './twilio.ts'

/** Addresses and numbers that get no more messages, by the way in which the service learns of it. */
export type Addressees = {
  /** Emails without a mailbox: SendGrid reports a bounce, the mail server refuses them. */
  bounces?: Iterable<string>
  /** Emails whose owners mark each message as spam. */
  complaints?: Iterable<string>
  /** Numbers that Twilio refuses with 21610. */
  stopped?: Iterable<string>
  /** Numbers whose owners reply STOP to each text. */
  repliesStop?: Iterable<string>
  /** Numbers that Twilio reports as undelivered, with 30005. */
  undeliverable?: Iterable<string>
}

export type ProvidersOptions = {
  /** Decides every fault. */
  seed: number
  /** How long each answer takes, in milliseconds. */
  latencyMs?: number
  /**
   * No mail server answers with a failure after it accepted a message (RFC 5321, 4.2.1): a failure means that it did
   * not.
   */
  faults?: { sendgrid?: FaultRates; twilio?: FaultRates; smtp?: Omit<FaultRates, 'failAfter'> }
  /** Limits of the faults (./faults.ts). */
  limits?: Omit<FaultPlanOptions, 'seed' | 'rates'>
  /** The name of a message in the plan, by default its notice: for a run whose notices have other ids each time. */
  toKey?: (message: NewEntry) => string
  /** Where reports are posted: the base address of a server for the next one. Without it there are no reports. */
  callbacks?: Omit<CallbackOptions, 'seed' | 'tries'> & { toServer: () => string }
  addressees?: Addressees
}

export type Providers = {
  sendgrid: SendgridStandIn
  twilio: TwilioStandIn
  smtp: SmtpStandIn
  /** Variables of a server or worker that sends email through SendGrid or the mail server, and texts through Twilio. */
  toEnv(email?: 'sendgrid' | 'smtp'): Record<string, string>
  /** All accepted messages, in the order of time, and all calls about messages that were not accepted. */
  readLedger(): Entry[]
  readNotTaken(): Entry[]
  readBreaches(): string[]
  /** The reports that were due, and their fate. */
  readCallbacks(): CallbackRecord[]
  /** Addresses and numbers that the service knows must get nothing more. */
  readStops(): Stop[]
  /** No more faults, of calls or reports; calls that hang are broken off. */
  calm(): void
  /** Resolves when no report is under way. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** SendGrid repeats a report until it is acknowledged; Twilio does not. */
const tries = { sendgrid: 1_000, twilio: 1 }

const byTime = (entries: Entry[]) => entries.toSorted((one, other) => one.at - other.at)

/** SendGrid, Twilio and a mail server on this machine, with faults that one seed decides, and one shape of ledger. */
export async function startProviders(options: ProvidersOptions): Promise<Providers> {
  const { seed, latencyMs = 0, faults = {}, limits = {}, toKey = toMessageKey, callbacks, addressees = {} } = options
  const reporting = callbacks && {
    sendgrid: startCallbacks('sendgrid', { ...callbacks, seed, tries: tries.sendgrid }),
    twilio: startCallbacks('twilio', { ...callbacks, seed, tries: tries.twilio }),
  }
  const planFor = (name: ProviderName) => planCallFaults(name, { ...limits, seed, rates: faults[name] ?? {} })
  const common = (name: ProviderName) => ({ latencyMs, toKey, plan: planFor(name) })

  const sendgrid: SendgridStandIn = await startSendgrid({
    ...common('sendgrid'),
    onTaken: (entry) => reporting?.sendgrid.follow(entry, toKey(entry), toEventReports(entry, sendgrid, postEvent)),
  })
  const postEvent: (event: unknown) => Promise<number> = createEventBatches(
    sendgrid,
    () => `${callbacks?.toServer() ?? ''}/webhooks/sendgrid`,
  )
  const twilio: TwilioStandIn = await startTwilio({
    ...common('twilio'),
    onTaken: (entry) =>
      callbacks && reporting?.twilio.follow(entry, toKey(entry), toStatusReports(entry, twilio, callbacks.toServer)),
  })
  const smtp = await startSmtp(common('smtp'))
  nameAddressees({ sendgrid, twilio, smtp }, addressees)

  const all = [sendgrid, twilio, smtp]
  const senders = reporting ? [reporting.sendgrid, reporting.twilio] : []
  const readCallbacks = () => senders.flatMap(({ records }) => records)
  const readNotTaken = () => byTime(all.flatMap(({ notTaken }) => notTaken))
  return {
    sendgrid,
    twilio,
    smtp,
    toEnv: (email = 'sendgrid') => ({
      ...standInEnv(sendgrid, twilio),
      ...(email === 'smtp' && { EMAIL_TRANSPORT: 'smtp', SMTP_URL: smtp.url }),
    }),
    readLedger: () => byTime(all.flatMap(({ ledger }) => ledger)),
    readNotTaken,
    readBreaches: () => [...sendgrid.breaches, ...twilio.breaches],
    readCallbacks,
    readStops: () => listStops(readCallbacks(), readNotTaken(), twilio.stopped),
    calm: () => {
      for (const provider of all) provider.calm()
      for (const sender of senders) sender.calm()
      sendgrid.refusesLater = twilio.refusesLater = false
    },
    idle: async () => void (await Promise.all(senders.map((sender) => sender.idle()))),
    stop: async () => {
      await Promise.all(senders.map((sender) => sender.stop()))
      await Promise.all(all.map((provider) => provider.stop()))
    },
  }
}

function nameAddressees(
  { sendgrid, twilio, smtp }: Pick<Providers, 'sendgrid' | 'twilio' | 'smtp'>,
  { bounces = [], complaints = [], stopped = [], repliesStop = [], undeliverable = [] }: Addressees,
): void {
  const named: [Set<string>, Iterable<string>][] = [
    [sendgrid.bounces, bounces],
    [smtp.bounces, bounces],
    [sendgrid.complaints, complaints],
    [twilio.stopped, stopped],
    [twilio.repliesStop, repliesStop],
    [twilio.undeliverable, undeliverable],
  ]
  for (const [set, addresses] of named) for (const address of addresses) set.add(address)
}
