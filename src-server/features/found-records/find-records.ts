import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { countOrThrow } from '#server/platform/throttle/throttle.queries.ts'
import { type Criteria, noMatchOptions } from '#shared/contract/alert.ts'
import { AppError } from '#shared/contract/errors.ts'
import {
  findRecordCharacters,
  type FoundRecord,
  type KnownRecord,
  maxFoundRecords,
} from '#shared/contract/found-record.ts'
import { messages } from '#shared/contract/messages.ts'
import { formatRecordedAt, today } from '#shared/domain/dates.ts'
import { listParties } from '#shared/domain/notice/record-summary.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { isMatchable } from '#shared/matching/public.ts'
import { parseMaskOrNull } from '#shared/node/domain/alerts/criteria-columns.ts'
import { findPreviewMatches } from '#shared/node/domain/alerts/preview.queries.ts'
import { ownNoticePath } from '#shared/node/domain/notices/links.ts'
import {
  type Dealings,
  findByIds,
  findByNumber,
  findOwnAlert,
  type HeldRecord,
  readDealings,
} from './found-record.queries.ts'

type Deps = Pick<ServerDeps, 'db' | 'env' | 'settings'>

/**
 * Finds public records by their number as the county writes it, or by a name in the records of the last 12 months, for a
 * resident who says that we missed one. A restricted record is not found, as if we did not hold it.
 * @throws AppError `missing` for an alert that is not the caller's; `tooMany`
 */
export async function findRecords(
  deps: Deps,
  actor: Actor,
  { alertId, text }: { alertId: number; text: string },
): Promise<FoundRecord[]> {
  const { db, env } = deps
  const alert = await findOwnAlert(db, { userId: actor.id, alertId, today: today(env.COUNTY_TIME_ZONE) })
  if (!alert) throw new AppError('missing', messages.notFound)
  const wanted = text.trim()
  if (wanted.length < findRecordCharacters.min) return []
  await countOrThrow(db, env.APP_SECRET, 'findRecords', String(actor.id))
  const numbered = await findByNumber(db, wanted, maxFoundRecords)
  const records = numbered.length > 0 ? numbered : await findByName(deps, wanted)
  const eventIds = records.map(({ id }) => id)
  const dealings = await readDealings(db, { userId: actor.id, alertId, eventIds })
  return records.map((record) =>
    describeRecord(
      record,
      dealings.find(({ eventId }) => eventId === record.id),
      env.COUNTY_TIME_ZONE,
    ),
  )
}

/** By the widest reading of a person's or a business's name; the last word is the last name. */
async function findByName({ db, env, settings }: Deps, text: string): Promise<HeldRecord[]> {
  const mask = parseMaskOrNull((await settings.current()).service.parcelMask)
  const found = await Promise.all(
    toCriteria(text)
      .filter((criteria) => isMatchable(criteria, mask))
      .map((criteria) => findPreviewMatches(db, { criteria, mask, timeZone: env.COUNTY_TIME_ZONE })),
  )
  const ids = found.flatMap(({ records }) => records.map(({ id }) => id))
  return (await findByIds(db, [...new Set(ids)])).slice(0, maxFoundRecords)
}

const widest = { ...noMatchOptions, typingSlips: true, allWords: true, possible: true }

function toCriteria(text: string): Criteria[] {
  const words = text.replaceAll(',', ' ').split(/\s+/u)
  const lastName = words.at(-1) ?? ''
  const business = { alertType: 'BUSINESS' as const, businessName: text, variants: widest }
  if (words.length < 2) return [business]
  const firstName = words.slice(0, -1).join(' ')
  return [{ alertType: 'NAME', firstName, lastName, formerLastName: '', variants: widest }, business]
}

function describeRecord(record: HeldRecord, dealings: Dealings | undefined, timeZone: string): FoundRecord {
  const { first, more } = listParties(record.parties)
  return {
    eventId: record.id,
    documentIdentifier: toSingleLine(record.document_id),
    documentDescription: toSingleLine(record.document_description || record.document_type),
    recordedTimestampFormatted: formatRecordedAt(record, timeZone),
    parties: first,
    moreParties: more,
    known: dealings ? toKnown(dealings) : null,
  }
}

function toKnown({ noticeId, skipReason, isPossible, isReported, canTakeBack }: Dealings): KnownRecord | null {
  if (isReported) return { kind: 'reported', canTakeBack }
  if (noticeId !== null) return { kind: 'notified', noticePath: ownNoticePath(noticeId) }
  if (skipReason !== null) return { kind: 'skipped', reason: skipReason }
  return isPossible ? { kind: 'listedAsPossible' } : null
}
