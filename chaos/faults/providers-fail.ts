import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from '#tests/standins/faults.ts'
import { comesTrue, until } from '../support/until.ts'
import { askForProviders } from './ask-health.ts'
import { type Cast, type FaultKind, noChoice } from './fault.ts'

const outageMs = 21 * 60_000

/** Different recipients whose messages each provider did not take. */
type Met = number[]

/**
 * For 21 minutes of delivery, no provider takes a message with a good answer.
 * @param lastsUntil how many must meet it before it ends: on a busy machine, few may call so soon
 */
const failFor = (label: string, fault: Fault, lastsUntil: (met: Met) => boolean = () => true): FaultKind => ({
  label: `21 minutes in which providers ${label}`,
  refuses: 'nobody',
  interruptsCalls: false,
  choosePlace: noChoice,
  targets: ({ providers }) => [providers],
  inject: async (cast) => {
    const { sendgrid, twilio, smtp } = cast.providers
    const all = [sendgrid, twilio, smtp]
    const before = all.map(({ notTaken }) => notTaken.length)
    const countMet = () => all.map(({ notTaken }, n) => new Set(notTaken.slice(before[n]).map(({ to }) => to)).size)
    for (const provider of all) provider.fail({ fault })
    await wait(outageMs / cast.deliveryClock)
    await until('calls met it', () => lastsUntil(countMet()), 30_000).catch(() => undefined)
    if (countMet().some((n) => n > 0)) await askHealth(cast)
    for (const provider of all) provider.heal()
  },
})

/** Another fault may keep us from the database, or keep workers from recording it, meanwhile. */
const askHealth = (cast: Cast): Promise<void> =>
  cast.database
    .asOwner(async (client) => {
      const isRecorded = async () =>
        (await client.query('select from provider_state where failed_in_a_row > 0')).rows.length > 0
      if (await comesTrue('a worker recorded it', isRecorded, 10_000)) await askForProviders(client, cast)
    })
    .catch(() => {})

export const providersHang = failFor('take nothing and never answer', 'hang')
export const providersReset = failFor('reset each connection before they take the message', 'reset')
export const providersResetAfter = failFor('reset each connection after they took the message', 'reset after')
/** The answer for a wrong key. A mail server answers 554, which does not say which recipient it refuses. */
export const providersRefuseCounty = failFor('refuse the county', { status: 401 }, (met) => met.some((n) => n > 0))
/**
 * They take each message, and refuse the county in a report: carriers and mail servers do that after the provider's
 * yes.
 */
export const providersRefuseLater: FaultKind = {
  label: '21 minutes in which providers take messages and report later that they refuse the county',
  refuses: 'nobody',
  interruptsCalls: false,
  choosePlace: noChoice,
  targets: ({ providers }) => [providers],
  inject: async ({ providers: { sendgrid, twilio }, deliveryClock }) => {
    sendgrid.refusesLater = twilio.refusesLater = true
    await wait(outageMs / deliveryClock)
    const isHeard = () => [sendgrid, twilio].some(({ ledger }) => ledger.some(({ isRefusedLater }) => isRefusedLater))
    await until('a report was heard', isHeard, 30_000).catch(() => undefined)
    sendgrid.refusesLater = twilio.refusesLater = false
  },
}
/**
 * The answer does not say that the county is at fault: we know only because it is always the same. Five recipients must
 * have met it, and one of them may not be recorded, if its worker is killed.
 */
export const providersRefuseAlike = failFor(
  'refuse each message alike',
  { status: 400, body: { errors: [{ message: 'no', field: null }], code: 29_999, message: 'no', status: 400 } },
  (met) => met.some((n) => n > 0) && met.every((n) => n === 0 || n >= 8),
)
