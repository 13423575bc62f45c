import type { z } from 'zod'
import type { AuditActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { exceptionOfferInput } from '#shared/contract/alert-exception.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { type OfferedException, teachOwnAlert } from '../alerts/public.ts'
import { withNoticeChanges } from '../notice-changes/public.ts'
import { findNoticeByLink } from './answer-notice.ts'
import { type ExceptionOffer, readExceptionOffers } from './exception-offers.ts'
import { type NoticeView, readShowing, showDetails } from './notice-view.ts'
import type { NoticeDetails } from './notice.queries.ts'
import { findShownAnswers } from './shown-answer.ts'

type Deps = Pick<ServerDeps, 'db' | 'env' | 'settings'>
type Chosen = z.output<typeof exceptionOfferInput>

const texts = {
  answerFirst: 'Answer “This is not about me” first.',
  notOffered: 'This alert can no longer be changed from here. Open it to see what it looks for.',
}

/**
 * Applies one offer of a notice's page to the actor's own alert. Repeating it changes nothing.
 * @throws AppError `missing` if the notice or the alert is another's; `refused` if the answer is not 'not about me', or
 *   the page no longer offers it, as when a parcel alert of theirs matched since
 */
export const applyExceptionOffer = (deps: Deps, actor: AuditActor, { token, ...chosen }: Chosen): Promise<NoticeView> =>
  change(deps, actor, token, async (tx, notice) => {
    if (findShownAnswers(notice, actor).given?.answer !== 'not-me') throw new AppError('refused', texts.answerFirst)
    const { alerts } = await readExceptionOffers(tx, notice, { reader: actor, isNotMe: true })
    const alert = alerts.find(({ id }) => id === chosen.alertId)
    const offer = alert?.offers.find(({ kind, value }) => kind === chosen.kind && value === chosen.value)
    if (!alert) throw new AppError('missing', messages.notFound)
    if (!offer) throw new AppError('refused', texts.notOffered)
    return { alertId: alert.id, exception: toOfferedException(offer), on: true }
  })

/**
 * Takes an applied offer back, also after another answer.
 * @throws AppError `missing` if the notice or the alert is another's
 */
export const undoExceptionOffer = (deps: Deps, actor: AuditActor, { token, ...chosen }: Chosen): Promise<NoticeView> =>
  change(deps, actor, token, async () => ({
    alertId: chosen.alertId,
    exception: toOfferedException({ ...chosen, written: '' }),
    on: false,
  }))

type Change = { alertId: number; exception: OfferedException; on: boolean }

/** Locks the alert before the account, as every change of an alert does; the other answers lock the account alone. */
async function change(
  deps: Deps,
  actor: AuditActor,
  token: string,
  decideChange: (tx: Tx, notice: NoticeDetails) => Promise<Change>,
): Promise<NoticeView> {
  const showing = await readShowing(deps)
  return inTransaction(deps.db, async (tx) => {
    const notice = await findNoticeByLink(tx, deps, 'notice', token)
    if (notice.userId !== actor.id) throw new AppError('missing', messages.notFound)
    const decided = await decideChange(tx, notice)
    await withNoticeChanges(tx, deps, { alertIds: [decided.alertId], actor }, () =>
      teachOwnAlert(tx, actor, { ...decided, noticeId: notice.id }),
    )
    return showDetails(tx, showing, await findNoticeByLink(tx, deps, 'notice', token), actor)
  })
}

const toOfferedException = ({ kind, value, written }: Omit<ExceptionOffer, 'applied'>): OfferedException =>
  kind === 'byInitial' ? { kind } : { kind, value, written }
