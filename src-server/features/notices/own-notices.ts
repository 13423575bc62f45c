import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { signLink } from '#shared/node/domain/notices/links.ts'
import { type NoticeView, readShowing, showDetails } from './notice-view.ts'
import { findNotice, isInHistory } from './notice.queries.ts'

type Deps = Pick<ServerDeps, 'db' | 'env' | 'settings'>

/**
 * Signs the token of a notice to this user, as its message carries it.
 * @throws AppError `missing` for one that is another's, held or canceled
 */
export async function signOwnNoticeLink(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  actor: Pick<Actor, 'id'>,
  noticeId: number,
): Promise<string> {
  if (!(await isInHistory(db, actor.id, noticeId))) throw new AppError('missing', messages.notFound)
  return signLink(env.APP_SECRET, 'notice', noticeId)
}

/** The pages of a user's own notices, each with its token; without those that are gone. */
export async function showOwnNotices(
  deps: Deps,
  actor: Pick<Actor, 'id'>,
  noticeIds: readonly number[],
): Promise<Map<number, { token: string; notice: NoticeView }>> {
  const showing = await readShowing(deps)
  const shown = await Promise.all(
    noticeIds.map(async (id) => {
      const notice = await findNotice(deps.db, id)
      if (notice?.userId !== actor.id) return []
      const token = signLink(deps.env.APP_SECRET, 'notice', id)
      return [[id, { token, notice: await showDetails(deps.db, showing, notice, actor) }] as const]
    }),
  )
  return new Map(shown.flat())
}
