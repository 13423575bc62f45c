import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTransports } from '#shared/node/providers/registry.ts'
import { type DeliverySetup, openDeliverySetup, patientClock } from '#tests/fixtures/delivery.ts'
import { standInEnv } from '#tests/standins/environment.ts'
import type { FaultPlan } from '#tests/standins/faults.ts'
import type { Fault } from '#tests/standins/faults.ts'
import type { Entry } from '#tests/standins/ledger.ts'
import { startSendgrid } from '#tests/standins/sendgrid.ts'
import { startSmtp } from '#tests/standins/smtp.ts'
import { startTwilio } from '#tests/standins/twilio.ts'
import { startDelivery } from './loop.ts'

/** The result of a notice: how its calls ended, its accepted messages, and whether it says it may come twice. */
type Story = [attempts: string[], messages: number, saysTwice: boolean]
const once: Story = [['accepted'], 1, false]
const putOff: Story = [['retry', 'accepted'], 1, false]

/** The fault of the first call, and the story of an email and of a text, about which Twilio can be asked. */
const stories: Record<string, { fault: Fault; email: Story; text: Story; mail: Story }> = {
  'a late answer': { fault: { delayMs: 100 }, email: once, text: once, mail: once },
  'a slow body': { fault: { slowBodyMs: 100 }, email: once, text: once, mail: once },
  'too many requests': { fault: { status: 429, retryAfter: 1 }, email: putOff, text: putOff, mail: putOff },
  'a failure before': {
    fault: { status: 503 },
    email: [['perhaps_taken', 'accepted'], 1, true],
    text: [['perhaps_taken', 'accepted'], 1, true],
    // A mail server that answers with a failure has not taken the message (RFC 5321, 4.2.1).
    mail: putOff,
  },
  'a refusal of our own set-up': {
    fault: { status: 400, body: { errors: [{ field: 'from.email' }], code: 21606 } },
    email: putOff,
    text: putOff,
    // This stand-in refuses the mail itself.
    mail: [['refused'], 0, false],
  },
  'a hang before': inDoubt('hang', 1),
  'a hang after': inDoubt('hang after', 2),
  'a reset before': inDoubt('reset', 1),
  'a reset after': inDoubt('reset after', 2),
  'an answer cut off': inDoubt('cut body', 2),
}
const failedAfter: [Fault, Story, Story] = [
  { status: 500, taken: true },
  [['perhaps_taken', 'accepted'], 2, true],
  [['perhaps_taken'], 1, false],
]

/**
 * Without an answer, Twilio is asked: either it has the text, or it never accepted it, and the next text is no
 * duplicate.
 */
function inDoubt(fault: Fault, emails: 1 | 2) {
  const again: Story = [['in_doubt', 'accepted'], emails, true]
  const text: Story = emails === 2 ? [['in_doubt'], 1, false] : putOff
  return { fault, email: again, text, mail: again }
}

type Case = { what: string; channel: 'EMAIL' | 'PHONE'; fault: Fault; story: Story }
type Provider = { ledger: Entry[]; notTaken: Entry[]; calm(): void; stop(): Promise<void> }

const isHanging = ({ end }: Entry) => end === 'hang'
const saysTwice = ({ message }: Entry) => /You may get this (message|text) twice\./.test(JSON.stringify(message))

/** Sends a notice for each case in one run; the first call about it meets the fault. */
async function play(
  setup: DeliverySetup,
  cases: Case[],
  start: (options: { plan: FaultPlan; toKey: (message: { to: string }) => string }) => Promise<{
    providers: Provider[]
    env: Record<string, string>
  }>,
): Promise<Map<string, Story>> {
  const due = new Map<string, Fault>()
  const plan: FaultPlan = {
    next: (to) => {
      const fault = due.get(to)
      due.delete(to)
      return fault ? { kind: 'late', fault } : null
    },
    calm: () => {},
  }
  const { providers, env } = await start({ plan, toKey: ({ to }) => to })
  const notices = new Map<string, number>()
  for (const { what, channel, fault } of cases) {
    const { noticeId, target } = await setup.match({ channel })
    due.set(target, fault)
    notices.set(`${channel} ${what}`, noticeId)
  }
  const deps = setup.deps({ deliveryClock: 1000 }, env)
  // 15 minutes are 0.9 s.
  const loop = startDelivery(deps, await openTransports(deps), patientClock)
  const calls = () => providers.flatMap(({ ledger, notTaken }) => [...ledger, ...notTaken])
  const hangs = cases.filter(({ fault }) => fault === 'hang' || fault === 'hang after').length
  try {
    await setup.until('they hang', async () => calls().filter(isHanging).length === hangs)
    for (const provider of providers) provider.calm()
    await setup.until('all ended', async () => (await setup.rows('select 1 from delivery')).length === 0)
    const stories = new Map<string, Story>()
    for (const [name, id] of notices) {
      const { state, attempts, possible_duplicate: marked } = await setup.notice(id)
      const { target } = await setup.notice(id)
      const taken = providers.flatMap(({ ledger }) => ledger).filter(({ to }) => to === target)
      // The last message says what the notice is marked with.
      const ends = attempts.at(-1) === 'refused' ? ['failed', undefined] : ['accepted', marked]
      expect([name, state, taken.at(-1) && saysTwice(taken.at(-1) as Entry)]).toEqual([name, ...ends])
      stories.set(name, [attempts, taken.length, marked])
    }
    return stories
  } finally {
    await loop.stop()
    await Promise.all(providers.map((provider) => provider.stop()))
  }
}

describe.each(['SendGrid and Twilio', 'the mail server'])('%s', (name) => {
  const isMail = name === 'the mail server'
  const cases: Case[] = Object.entries(stories).flatMap(([what, { fault, email, text, mail }]): Case[] =>
    isMail
      ? [{ what, channel: 'EMAIL', fault, story: mail }]
      : [
          { what, channel: 'EMAIL', fault, story: email },
          { what, channel: 'PHONE', fault, story: text },
        ],
  )
  if (!isMail) {
    const [fault, email, text] = failedAfter
    cases.push({ what: 'a failure after', channel: 'EMAIL', fault, story: email })
    cases.push({ what: 'a failure after', channel: 'PHONE', fault, story: text })
  }
  let setup: DeliverySetup
  let played: Map<string, Story>
  beforeAll(async () => {
    setup = await openDeliverySetup()
    played = await play(setup, cases, async (options) => {
      if (!isMail) {
        const [sendgrid, twilio] = await Promise.all([startSendgrid(options), startTwilio(options)])
        return { providers: [sendgrid, twilio], env: standInEnv(sendgrid, twilio) }
      }
      const smtp = await startSmtp(options)
      return {
        providers: [smtp],
        env: { EMAIL_TRANSPORT: 'smtp', EMAIL_FROM: 'alerts@county.example', SMTP_URL: smtp.url },
      }
    })
  })
  afterAll(() => setup.close())

  test.each(cases)('$channel: $what: $story', ({ what, channel, story }) => {
    expect(played.get(`${channel} ${what}`)).toEqual(story)
  })
})
