import path from 'node:path'
import { createAccount } from '#server/features/accounts/account/create-account.ts'
import { hashPassword, verifyPassword } from '#server/features/accounts/account/password.ts'
import { findAccount } from '#server/features/accounts/account/user.queries.ts'
import { saveAlert } from '#server/features/alerts/save-alert.ts'
import { hashFeedKey } from '#server/features/feeds/manage/feed-key.ts'
import { findFeed, findFeedByKey } from '#server/features/feeds/manage/feed.queries.ts'
import { createFeed, createFeedKey } from '#server/features/feeds/manage/manage-feeds.ts'
import { upsertEmails, upsertPhones, verifyEmail, verifyPhone } from '#server/features/recipients/recipient.queries.ts'
import { useRoll } from '#server/features/roll/use-roll.ts'
import { alertInput } from '#shared/contract/alert.ts'
import { type Env, loadEnv } from '#shared/node/configuration/env.ts'
import { settingsStore, writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { connect, type Db } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { settingsGroups, type SettingsKey, type SettingsValues } from '#shared/settings/groups.ts'
import { urlTarget } from '../readers/targets.ts'
import { loadRollFile } from '../roll/load-roll-file.ts'
import { alerts, confirmed, countySettings, emailFor, home, people } from '../samples/demo-county.ts'
import { sampleRecords, type SampleRecord } from '../samples/records.ts'
import type { DemoFile } from './demo-file.ts'

const sampleRollFile = path.join(import.meta.dirname, '../samples/roll.csv')

type Login = DemoFile['users'][number]
type Seeded = { feedKey: string; feedSamples: (serverAddress: string) => Promise<void> }

/**
 * Fills an empty database with the demo county. An interrupted run can be repeated: existing data stays, and the logins
 * become those of the demo file.
 * @returns the feed's key, and a function that posts the sample records once the server listens
 */
export async function seedDemo(environment: NodeJS.ProcessEnv, demo: DemoFile): Promise<Seeded> {
  const env = loadEnv(environment)
  const { db, end } = connect(env.DATABASE_URL, { max: 4, name: 'land-alerts demo' })
  try {
    await seedSettings(db)
    for (const login of demo.users) await seedUser({ db, env }, login)
    await seedRoll(db)
    await seedAlerts(db, env, demo.users.find(({ role }) => role === 'USER')!.username)
    const { feedKey, since } = await seedFeed(db, demo.feedKey)
    return { feedKey, feedSamples: (address) => postRecords(address, feedKey, sampleRecords(since)) }
  } finally {
    await end()
  }
}

/** Posts over HTTP with the feed's key, as the county's recorder does. */
async function postRecords(serverAddress: string, feedKey: string, records: SampleRecord[]): Promise<void> {
  const { rejected } = await urlTarget(serverAddress, feedKey).send(records.map((value, index) => ({ index, value })))
  if (rejected.length > 0)
    throw new Error(`The feed rejected ${rejected.length} sample records: ${JSON.stringify(rejected[0])}`)
}

async function seedSettings(db: Db): Promise<void> {
  const set = async <K extends SettingsKey>(key: K, change: Partial<SettingsValues<K>>) => {
    const group = settingsGroups[key]
    await writeSetting(db, key, group.schema.parse({ ...group.initial, ...change }) as SettingsValues<K>, null)
  }
  await set('common', countySettings.common)
  await set('alertSettings', countySettings.alertSettings)
  await set('loginPageLatestNews', countySettings.loginPageLatestNews)
  await set('loginPageLinks', countySettings.loginPageLinks)
}

/** The county's parcels, by the file that a person can load with `npm run roll`. */
async function seedRoll(db: Db): Promise<void> {
  const current = await db.selectFrom('roll').select('id').where('state', '=', 'current').executeTakeFirst()
  if (current) return
  // A version left by an interrupted start, which would never continue.
  await db.updateTable('roll').set({ state: 'removed' }).where('state', 'in', ['loading', 'loaded']).execute()
  const { id } = await loadRollFile(db, sampleRollFile)
  await useRoll({ db, log: createLog('demo', 'error') }, null, { id })
}

async function seedUser({ db, env }: { db: Db; env: Env }, { username, password, role }: Login): Promise<void> {
  const existing = await findAccount(db, username)
  if (existing && (await verifyPassword(existing.password_hash, password))) return
  const account = { username, password, role, email: emailFor(role) }
  const id = existing?.id ?? (await createAccount({ db, env }, account, 'Created a demo account.'))
  const { firstName, lastName, phone } = people[role]
  await db
    .updateTable('user')
    .set({ first_name: firstName, last_name: lastName, phone, ...home, status: 'A', failed_logins: 0 })
    .set({ password_hash: await hashPassword(password), unproven_failures: 0, email_verified_at: new Date() })
    .where('id', '=', id)
    .execute()
}

/** Saved as the resident would save them; unverified addresses get their link. */
async function seedAlerts(db: Db, env: Env, username: string): Promise<void> {
  const owner = await findAccount(db, username)
  if (!owner) throw new Error('The demo resident is missing.')
  await confirmRecipients(db, owner.id)
  // No worker runs yet that could be woken; it looks for work when it starts.
  const deps = { db, env, settings: settingsStore(db), enqueue: async () => {} }
  const there = await db.selectFrom('alert').select('name').where('user_id', '=', owner.id).execute()
  for (const { emails, phones, ...criteria } of alerts) {
    if (there.some(({ name }) => name === criteria.name)) continue
    const input = alertInput.parse({
      ...criteria,
      // As a screen saves it.
      variants: { possible: true },
      alertEmailAddresses: emails.map(acknowledged),
      alertPhones: env.SMS_TRANSPORT === 'none' ? [] : phones.map(acknowledged),
    })
    await saveAlert(deps, { ...owner, address: '' }, input)
  }
}

const acknowledged = (value: string) => ({ value, acknowledged: true })

/** Verifies recipients as if the resident had followed the links, so that the first matches are sent immediately. */
async function confirmRecipients(db: Db, ownerId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const emails = confirmed.emails.map(acknowledged)
    const phones = confirmed.phones.map((number) => ({ number, format: 'STANDARD' as const, acknowledged: true }))
    for (const { id } of await upsertEmails(tx, ownerId, emails)) await verifyEmail(tx, id)
    for (const { id } of await upsertPhones(tx, ownerId, phones)) {
      await tx.updateTable('phone').set({ validated_at: new Date() }).where('id', '=', id).execute()
      await verifyPhone(tx, id)
    }
  })
}

/**
 * A feed without settings for its files.
 * @returns its key, a new one if the demo file's is unknown; and when it was created: the samples' dates are counted
 *   from that moment, so that posting them twice adds none
 */
async function seedFeed(db: Db, knownKey: string): Promise<{ feedKey: string; since: Date }> {
  const name = 'Alder County Recorder'
  const feed = (await findFeed(db, { name })) ?? (await findFeed(db, await createFeed(db, null, { name })))
  if (!feed) throw new Error('The demo feed is missing.')
  const known = knownKey !== '' && (await findFeedByKey(db, hashFeedKey(knownKey))) !== undefined
  const feedKey = known ? knownKey : (await createFeedKey(db, null, feed.id)).key
  return { feedKey, since: feed.created_at }
}
