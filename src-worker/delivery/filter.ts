import { channels } from '#shared/contract/alert.ts'
import { convertTextsToEmails } from './budget.queries.ts'
import { type ClaimedNotice, releaseClaims } from './claim.queries.ts'
import type { StageContext } from './context.ts'
import { getSenderBranding } from './get-sender-branding.ts'
import { isInDoubt, resolveInDoubt } from './in-doubt.ts'
import type { Outcome } from './outcome.queries.ts'

/** What the filter lets through, and what has ended without a call. The other claims are released. */
type Filtered = { ready: ClaimedNotice[]; ended: Outcome[] }

/** A provider may take a minute to find out what became of a call, so claims in doubt go through the stages alone. */
export function splitByDoubt(
  batch: ClaimedNotice[],
  { transports }: Pick<StageContext, 'transports'>,
): ClaimedNotice[][] {
  const inDoubt = batch.filter((claim) => isInDoubt(claim, transports))
  const others = batch.filter((claim) => !inDoubt.includes(claim))
  return [others, inDoubt].filter((part) => part.length > 0)
}

/**
 * Stage 2: which claims may be called now. Releases those whose provider asked us to wait, finds out what became of
 * earlier calls in doubt, and turns texts over the budget into emails.
 */
export async function filterClaims(batch: ClaimedNotice[], context: StageContext): Promise<Filtered> {
  const open = await releaseBackedOff(batch, context)
  const { retriable, outcomes: ended } = await resolveDoubts(open, context)
  return { ready: await withinBudget(retriable, context), ended }
}

/** Releases claims whose provider asked us to wait, so that they do not count as calls. */
async function releaseBackedOff(batch: ClaimedNotice[], { deps, backOff }: StageContext): Promise<ClaimedNotice[]> {
  let open = batch
  for (const channel of channels) {
    const leftMs = backOff.leftMs(channel)
    if (leftMs === 0) continue
    const held = open.filter((claim) => claim.channel === channel)
    open = open.filter((claim) => claim.channel !== channel)
    await releaseClaims(deps.db, held, leftMs)
  }
  return open
}

async function resolveDoubts(
  claimed: ClaimedNotice[],
  { deps, transports, clock }: StageContext,
): Promise<{ retriable: ClaimedNotice[]; outcomes: Outcome[] }> {
  const inDoubt = claimed.filter((claim) => isInDoubt(claim, transports))
  if (inDoubt.length === 0) return { retriable: claimed, outcomes: [] }
  const { common } = await deps.settings.current()
  const branding = getSenderBranding(common, deps.env)
  const { outcomes, retriable } = await resolveInDoubt(deps.db, inDoubt, { transports, branding, clock, log: deps.log })
  return { retriable: [...claimed.filter((claim) => !inDoubt.includes(claim)), ...retriable], outcomes }
}

async function withinBudget(claimed: ClaimedNotice[], { deps, isBudgetSpent }: StageContext): Promise<ClaimedNotice[]> {
  const texts = claimed.filter((claim) => claim.kind === 'match' && claim.channel === 'PHONE')
  if (texts.length === 0) return claimed
  const { service } = await deps.settings.current()
  if (!(await isBudgetSpent(service.textBudgetPerMonth))) return claimed
  const converted = await convertTextsToEmails(deps.db, texts)
  return claimed.filter((claim) => !texts.includes(claim) || converted.has(claim.id))
}
