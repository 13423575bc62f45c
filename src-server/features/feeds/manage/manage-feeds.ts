import { isDeepStrictEqual } from 'node:util'
import type { Actor, AuditActor } from '#server/platform/actor.ts'
import { assertRecentPassword } from '#server/platform/recent-password.ts'
import { AppError } from '#shared/contract/errors.ts'
import { type FeedChanges, feedInput } from '#shared/contract/feed-settings.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { newFeedKey } from './feed-key.ts'
import {
  type FeedFields,
  findFeed,
  insertFeed,
  insertKey,
  lockFeed,
  requestFeedCheck,
  revokeKey,
  saveFeed,
  setClosed,
} from './feed.queries.ts'

/** The actor's part of an audit row; null for a command on the server itself. */
export const by = (actor: AuditActor | null) => ({ actor, address: actor?.address ?? '' })

/**
 * Creates a feed, which can post once it has a key.
 * @throws AppError refused if another feed has the name
 */
export async function createFeed(db: Db, actor: AuditActor | null, changes: FeedChanges): Promise<{ id: number }> {
  const fields = toFields(changes)
  return inTransaction(db, async (tx) => {
    const made = await insertFeed(tx, fields)
    if (!made) throw nameTakenError()
    await writeAudit(tx, {
      type: 'FEED',
      ...by(actor),
      description: `Created the feed ${fields.name}.`,
      newValue: fields,
    })
    return made
  })
}

/**
 * Changes a feed's settings, and asks for a check of its records by the new ones.
 * @param version the version that was shown; undefined if the last save wins
 * @throws AppError missing; conflict if it was changed since; refused if another feed has the name;
 *   recentPasswordRequired for a change in how its records are read, which decides what residents are notified about
 */
export async function updateFeed(
  db: Db,
  actor: (AuditActor & Pick<Actor, 'session'>) | null,
  { id, feed, version }: { id: number; feed: FeedChanges; version?: number },
): Promise<void> {
  const fields = toFields(feed)
  await inTransaction(db, async (tx) => {
    const before = await lockExistingFeed(tx, id)
    if (version !== undefined && version !== before.version)
      throw new AppError('conflict', 'Someone else changed this feed. Load it again.')
    const namesake = await findFeed(tx, { name: fields.name })
    if (namesake && namesake.id !== id) throw nameTakenError()
    if (actor && readsOtherwise(before, fields)) assertRecentPassword(actor.session)
    await saveFeed(tx, id, fields)
    await requestFeedCheck(tx, id)
    const oldValue = Object.fromEntries(
      Object.keys(fields).map((name) => [name, before[name as keyof FeedFields]]),
    ) as FeedFields
    await writeAudit(tx, {
      type: 'FEED',
      ...by(actor),
      description: `Changed the feed ${fields.name}.`,
      oldValue,
      newValue: fields,
    })
  })
}

/** Whether we would read records differently: every field except the name decides. */
const readsOtherwise = (before: FeedFields, fields: FeedFields): boolean =>
  (Object.keys(fields) as (keyof FeedFields)[]).some(
    (key) => key !== 'name' && !isDeepStrictEqual(before[key], fields[key]),
  )

/** Closes a feed, so that we refuse its keys while its records stay, or opens it for the keys that are not revoked. */
export async function setFeedOpen(db: Db, actor: AuditActor | null, id: number, open: boolean): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { name, closed_at } = await lockExistingFeed(tx, id)
    if ((closed_at === null) === open) return
    await setClosed(tx, id, open ? null : new Date())
    if (open) await requestFeedCheck(tx, id)
    await writeAudit(tx, {
      type: 'FEED',
      ...by(actor),
      description: `${open ? 'Reopened' : 'Closed'} the feed ${name}.`,
    })
  })
}

/**
 * Creates another key for a feed, so that it can switch before the old one is revoked.
 * @returns the key itself, which cannot be shown again
 */
export async function createFeedKey(
  db: Db,
  actor: AuditActor | null,
  feedId: number,
): Promise<{ id: number; key: string; hint: string }> {
  const { key, hash, hint } = newFeedKey()
  return inTransaction(db, async (tx) => {
    const feed = await lockExistingFeed(tx, feedId)
    if (feed.closed_at) throw new AppError('refused', 'This feed is closed. Reopen it first.')
    const { id } = await insertKey(tx, { feed_id: feedId, key_hash: hash, hint, created_by: actor?.id ?? null })
    await writeAudit(tx, {
      type: 'FEED',
      ...by(actor),
      description: `Created the key ${hint}… of the feed ${feed.name}.`,
    })
    return { id, key, hint }
  })
}

/** @throws AppError missing if there is no such key in effect */
export async function revokeFeedKey(db: Db, actor: AuditActor | null, keyId: number): Promise<{ hint: string }> {
  return inTransaction(db, async (tx) => {
    const revoked = await revokeKey(tx, keyId, new Date())
    if (!revoked) throw new AppError('missing', messages.notFound)
    const feed = await lockExistingFeed(tx, revoked.feed_id)
    await writeAudit(tx, {
      type: 'FEED',
      ...by(actor),
      description: `Revoked the key ${revoked.hint}… of the feed ${feed.name}.`,
    })
    return { hint: revoked.hint }
  })
}

async function lockExistingFeed(tx: Tx, id: number) {
  const feed = await lockFeed(tx, id)
  if (!feed) throw new AppError('missing', messages.notFound)
  return feed
}

const nameTakenError = () =>
  new AppError('refused', 'Another feed already has this name.', {
    fields: { name: 'Another feed already has this name.' },
  })

function toFields(changes: FeedChanges): FeedFields {
  const feed = feedInput.parse(changes)
  return {
    name: feed.name,
    time_zone: feed.timeZone,
    name_order: feed.nameOrder,
    name_width: feed.nameWidth,
    column_mapping: feed.mapping,
    double_space_splits: feed.doubleSpaceSplits,
    loses_leading_zeros: feed.losesLeadingZeros,
  }
}
