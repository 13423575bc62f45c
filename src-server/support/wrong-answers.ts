import { windowOf } from '#shared/contract/paging.ts'
import { rights } from '#shared/contract/roles.ts'
import { formatRecorded, formatTime } from '#shared/rules/dates.ts'
import { showPhone } from '#shared/rules/phone.ts'
import type { UserContext } from '../trpc/context.ts'
import { listWrongAnswers, type WrongAnswerRow } from './wrong-answers.queries.ts'

/** An answer 'This looks wrong' as staff see it; times are the county's. */
export type WrongAnswer = Omit<
  WrongAnswerRow,
  'answeredAt' | 'seenAt' | 'recordedAt' | 'recordedHasTime' | 'recordedOn'
> & {
  answeredFormatted: string
  /** Of the record; '' where it is gone. */
  recordedFormatted: string
  /** When staff had dealt with it, or ''. */
  seenFormatted: string
}

/** Answers 'This looks wrong' of those whom the caller may see, the newest first. */
export async function wrongAnswers(
  ctx: UserContext,
  { page, unseenOnly }: { page: number; unseenOnly: boolean },
): Promise<{ answers: WrongAnswer[]; total: number }> {
  const { manages } = rights[ctx.user.role]
  const { rows, total } = await listWrongAnswers(ctx.db, { manages, unseenOnly, ...windowOf(page) })
  const zone = ctx.env.COUNTY_TIME_ZONE
  return {
    total,
    answers: rows.map(({ answeredAt, seenAt, recordedAt, recordedHasTime, recordedOn, ...row }) => ({
      ...row,
      target: row.channel === 'PHONE' ? showPhone(row.target) : row.target,
      answeredFormatted: formatTime(answeredAt, zone),
      recordedFormatted:
        recordedAt && recordedOn
          ? formatRecorded(
              { recorded_at: recordedAt, recorded_has_time: recordedHasTime ?? false, recorded_on: recordedOn },
              zone,
            )
          : '',
      seenFormatted: formatTime(seenAt, zone),
    })),
  }
}
