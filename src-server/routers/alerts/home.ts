import { z } from 'zod'
import { type AlertReach, readAlertReach, type WaitingRow } from '#server/features/alerts/alert-reach.queries.ts'
import { readAlertPage } from '#server/features/alerts/list-alerts.ts'
import { type RecordPage, readRecordPage } from '#server/features/alerts/list-records.ts'
import { listUnanswered } from '#server/features/alerts/list-unanswered.ts'
import { countHistory, type HistoryFilter, listHistory } from '#server/features/alerts/outgoing-event.queries.ts'
import { type HomeContent, toHomeContent } from '#server/features/content/home-content.ts'
import { readLastRecords } from '#server/features/feeds/last-records.queries.ts'
import type { NoticeView } from '#server/features/notices/notice-view.ts'
import { showOwnNotices } from '#server/features/notices/own-notices.ts'
import { answerPossible, undoPossibleAnswer } from '#server/features/possible-matches/answer-possible-match.ts'
import { readPossibleMatches } from '#server/features/possible-matches/list-possible-matches.ts'
import { keepFormerContact } from '#server/features/recipients/account-contact.queries.ts'
import { readFormerContacts } from '#server/features/recipients/former-contacts.ts'
import { resubscribeOwnAddress, resumeAlert } from '#server/features/recipients/lift-suppression.ts'
import {
  dismissSuppression,
  type StoppedAlert,
  listStoppedAlerts,
  type SuppressedAddress,
  listSuppressedAddresses,
} from '#server/features/recipients/suppressed-addresses.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { router, loggedIn } from '#server/trpc/init.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { channels } from '#shared/contract/alert.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import type { FormerContact } from '#shared/contract/former-contact.ts'
import type { LastRecordsView } from '#shared/contract/last-records.ts'
import type { OutgoingEventView } from '#shared/contract/outgoing-event.ts'
import { cardSize, historyInput, recordHistoryInput, toLimitOffset } from '#shared/contract/paging.ts'
import {
  possibleAnswerInput,
  possibleMatchesInput,
  possibleMatchInput,
  type PossibleMatchPage,
  type PossibleMatchView,
} from '#shared/contract/possible-match.ts'
import type { RecordGroup } from '#shared/contract/record-group.ts'
import { nameMoment, today } from '#shared/domain/dates.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { ownNoticePath } from '#shared/node/domain/notices/links.ts'

const stopInput = z.strictObject({ id: z.number().int() })

/** How many records home asks about; a button shows the rest. */
const askedAtOnce = 3
/** How many possible matches home lists; the history has the rest. */
const possibleAtOnce = 3

/** A record that waits for an answer, as home asks about it. */
export type UnansweredRecord = {
  id: number
  /** Its notice's page, and the token that answers it. */
  noticePath: string
  token: string
  notice: NoticeView
  /** An earlier revision was answered. */
  isRevised: boolean
  /** None of its messages was delivered. */
  isUndelivered: boolean
}

type Home = HomeContent & {
  /** `alerts` are up to ten; the other fields cover all of the user's alerts. */
  myAlerts: { alerts: AlertView[]; total: number; counts: AlertReach['counts']; unreached: AlertReach['unreached'] }
  /** Recipients of the user's alerts who have not verified. */
  waiting: WaitingRow[]
  /** `outgoingEvents` and `total` count rows, the others records. */
  alertHistory: { outgoingEvents: OutgoingEventView[]; total: number; records: RecordGroup[]; recordTotal: number }
  /** The records of the last 30 days: how many matched, how many wait for an answer, and the first of those. */
  unanswered: { records: UnansweredRecord[]; total: number; matched: number; answered: number }
  /** Records that may be about the user, unanswered: the newest, and how many there are. */
  possible: PossibleMatchPage
  lastRecords: LastRecordsView
  /** Suppressed addresses and numbers of the user, each with its message. */
  suppressions: SuppressedAddress[]
  /** Their former name. */
  told: SuppressedAddress[]
  /** Alerts that one address of the user is unsubscribed from. */
  stoppedAlerts: StoppedAlert[]
  /** Former emails and phones of the account that alerts still use. */
  formerContacts: FormerContact[]
}

async function historyPage(
  { db, pool, env }: ServerDeps,
  filter: HistoryFilter,
  window: { limit: number; offset?: number },
) {
  const [outgoingEvents, total] = await Promise.all([
    listHistory({ db, pool }, filter, { timeZone: env.COUNTY_TIME_ZONE, ...window }),
    countHistory(db, filter),
  ])
  return { outgoingEvents, total }
}

async function readUnanswered(deps: ServerDeps, actor: { id: number }): Promise<Home['unanswered']> {
  const { first, ...counts } = await listUnanswered(deps.db, actor.id, askedAtOnce)
  if (first.length === 0) return { records: [], ...counts }
  const notices = await showOwnNotices(
    deps,
    actor,
    first.map(({ noticeId }) => noticeId),
  )
  const records = first.flatMap(({ id, noticeId, isRevised, isUndelivered }) => {
    const shown = notices.get(noticeId)
    return shown ? [{ id, isRevised, isUndelivered, ...shown, noticePath: ownNoticePath(noticeId) }] : []
  })
  return { records, ...counts }
}

async function readLastRecordsView({ db, env, settings }: ServerDeps): Promise<LastRecordsView> {
  const { reports: holidays } = await settings.current()
  const when = { now: new Date(), timeZone: env.COUNTY_TIME_ZONE, holidays }
  const { receivedAt, silentSince, isMatchingLate } = await readLastRecords(db, when)
  const name = (moment: Date | null) => moment && nameMoment(moment, env.COUNTY_TIME_ZONE)
  return { received: name(receivedAt), lateSince: name(silentSince), isMatchingLate }
}

type Suppressions = Pick<Home, 'suppressions' | 'told'>

async function readSuppressions({ db }: Pick<ServerDeps, 'db'>, { id }: { id: number }): Promise<Suppressions> {
  const suppressions = await listSuppressedAddresses(db, id)
  return { suppressions, told: suppressions }
}

/** Fills the home page in one call, and the history behind its card. */
export const homeRouter = router({
  all: loggedIn.query(async ({ ctx }): Promise<Reply<Home>> => {
    const own = { userId: ctx.actor.id }
    const [settings, alerts, reach, rows, groups, unanswered, possible, lastRecords, suppressions, stopped, contacts] =
      await Promise.all([
        ctx.deps.settings.current(),
        readAlertPage(ctx.deps, own, { limit: cardSize }),
        readAlertReach(ctx.deps.db, ctx.actor.id, today(ctx.deps.env.COUNTY_TIME_ZONE)),
        historyPage(ctx.deps, own, { limit: cardSize }),
        readRecordPage(ctx.deps, own, { limit: cardSize, timeZone: ctx.deps.env.COUNTY_TIME_ZONE }),
        readUnanswered(ctx.deps, ctx.actor),
        readPossibleMatches(ctx.deps, ctx.actor.id, { limit: possibleAtOnce, unanswered: true }),
        readLastRecordsView(ctx.deps),
        listSuppressedAddresses(ctx.deps.db, ctx.actor.id),
        listStoppedAlerts(ctx.deps.db, ctx.actor.id),
        readFormerContacts(ctx.deps, ctx.actor),
      ])
    const { counts, unreached } = reach
    const waiting = reach.waiting.map((row) => ({
      ...row,
      target: formatTarget(row.channel, row.target),
    }))
    const myAlerts = { ...alerts, counts, unreached }
    const alertHistory = { ...rows, records: groups.records, recordTotal: groups.total }
    const cards = { myAlerts, waiting, alertHistory, unanswered, possible, lastRecords, stoppedAlerts: stopped }
    const addresses = { suppressions, told: suppressions, formerContacts: contacts }
    return { content: { ...toHomeContent(settings), ...cards, ...addresses } }
  }),

  alertHistory: loggedIn
    .meta({ rest: ['POST /home/alertHistory'] })
    .input(historyInput)
    .query(
      async ({
        ctx,
        input: { page, ...filter },
      }): Promise<Reply<Pick<Home['alertHistory'], 'outgoingEvents' | 'total'>>> => {
        return { content: await historyPage(ctx.deps, { ...filter, userId: ctx.actor.id }, toLimitOffset(page)) }
      },
    ),

  /** The history by record, as the screens show it. */
  historyByRecord: loggedIn
    .meta({ rest: [] })
    .input(recordHistoryInput)
    .query(async ({ ctx, input: { page, lastRowId, ...filter } }): Promise<Reply<RecordPage>> => ({
      content: await readRecordPage(
        ctx.deps,
        { ...filter, userId: ctx.actor.id },
        { ...toLimitOffset(page), lastRowId: lastRowId ?? undefined, timeZone: ctx.deps.env.COUNTY_TIME_ZONE },
      ),
    })),

  /** Records that may be about the user ('Maybe about you'), newest first. */
  possibleMatches: loggedIn
    .meta({ rest: ['POST /home/possibleMatches'] })
    .input(possibleMatchesInput)
    .query(async ({ ctx, input: { page, unanswered } }): Promise<Reply<PossibleMatchPage>> => ({
      content: await readPossibleMatches(ctx.deps, ctx.actor.id, {
        ...toLimitOffset(page),
        unanswered: unanswered ?? false,
      }),
    })),

  answerPossible: loggedIn
    .input(possibleAnswerInput)
    .mutation(async ({ ctx, input }): Promise<Reply<PossibleMatchView>> => ({
      content: await answerPossible(ctx.deps, ctx.actor, input),
    })),

  undoPossible: loggedIn
    .input(possibleMatchInput)
    .mutation(async ({ ctx, input }): Promise<Reply<PossibleMatchView>> => ({
      content: await undoPossibleAnswer(ctx.deps, ctx.actor, input),
    })),

  /** Lifts the suppression that the user asked for. */
  allowAgain: loggedIn
    .meta({ rest: [] })
    .input(stopInput)
    .mutation(async ({ ctx, input }): Promise<Reply<Suppressions>> => {
      const message = await resubscribeOwnAddress(ctx.deps, ctx.actor, input.id)
      return { message, content: await readSuppressions(ctx.deps, ctx.actor) }
    }),

  /** Ends 'Stop this alert only'. */
  resumeAlert: loggedIn
    .meta({ rest: [] })
    .input(z.strictObject({ alertId: z.number().int(), channel: z.enum(channels), recipientId: z.number().int() }))
    .mutation(async ({ ctx, input }): Promise<Reply<{ stoppedAlerts: StoppedAlert[] }>> => {
      const message = await resumeAlert(ctx.deps, ctx.actor, input)
      return { message, content: { stoppedAlerts: await listStoppedAlerts(ctx.deps.db, ctx.actor.id) } }
    }),

  /** 'Leave it': alerts may keep using a former email or phone of the account. */
  keepFormerContact: loggedIn
    .meta({ rest: [] })
    .input(z.strictObject({ channel: z.enum(channels), id: z.number().int() }))
    .mutation(async ({ ctx, input }): Promise<Reply<{ formerContacts: FormerContact[] }>> => {
      await keepFormerContact(ctx.deps.db, { ...input, ownerId: ctx.actor.id })
      return { content: { formerContacts: await readFormerContacts(ctx.deps, ctx.actor) } }
    }),

  /** Closes the warning about an unsubscribe. */
  dismissStop: loggedIn
    .meta({ rest: [] })
    .input(stopInput)
    .mutation(async ({ ctx, input }): Promise<Reply<Suppressions>> => {
      await dismissSuppression(ctx.deps.db, ctx.actor.id, input.id)
      return { content: await readSuppressions(ctx.deps, ctx.actor) }
    }),
})
