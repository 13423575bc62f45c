import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { keepAlertsPath, undoPath } from '#shared/node/domain/notices/links.ts'
import { hashCode, newTicket } from '#shared/node/domain/recipients/tickets.ts'
import { makeUser } from '../helpers/factories.ts'
import type { Site } from './site.ts'

/** The page that a message's link opens, by its ticket's purpose. */
const pages = {
  registration: 'CompleteRegistration',
  password: 'passwordReset',
  'profile-email': 'ConfirmProfileEmail',
  'not-me': 'notMe',
  usernames: 'seeUsernames',
  email: 'ConfirmEmail',
  phone: 'ConfirmPhone',
  enrollment: 'AllowAuthenticator',
} as const
export const linkPurposes = Object.keys(pages) as (keyof typeof pages)[]

/** The newest link of that kind in the messages to an address or number, or to any, once it is there. */
export const mailedLink = (site: Site, kind: string, to?: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const pattern = new RegExp(`http\\S+/${kind}/[\\w-]+`)
      const link = (await site.outbox(to)).map(({ text }) => pattern.exec(text)?.[0]).find(Boolean)
      expect(link, `a link of ${kind}`).toBeTruthy()
      return link ?? ''
    },
    { timeout: 60_000, interval: 50 },
  )

/** The code in the text of a phone's link. */
export const validCode = '482913'

let madeCount = 0

type WithServer = { server: Pick<Site['server'], 'deps'> }

/** The path of a valid link, as in a message, for a new user. */
export async function makeValidLink({ server }: WithServer, purpose: keyof typeof pages): Promise<string> {
  const { db, env } = server.deps
  madeCount += 1
  const username = `perpetua.${madeCount}`
  const email = `${username}@lantern-street.example`
  const newEmail = purpose === 'profile-email' ? `new.${email}` : null
  const { id } = await db
    .insertInto('user')
    .values({
      username,
      email,
      first_name: 'Perpetua',
      last_name: 'Hallowmere',
      pending_email: newEmail,
      status: purpose === 'registration' ? 'P' : 'A',
      enrollment_unproven: purpose === 'enrollment',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { token, hash } = newTicket()
  await db
    .insertInto('ticket')
    .values({
      hash,
      purpose,
      ...(await subject()),
      target: newEmail ?? email,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  return `/${pages[purpose]}/${token}`

  /** The ticket's subject: an address, a number, or the account. */
  async function subject() {
    if (purpose === 'email') {
      const row = await db
        .insertInto('email_address')
        .values({ owner_id: id, address: email })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { email_id: row.id }
    }
    if (purpose === 'phone') {
      const number = `+1612555${String(madeCount).padStart(4, '0')}`
      const row = await db
        .insertInto('phone')
        .values({ owner_id: id, number, validated_at: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { phone_id: row.id, code_hash: hashCode(env.APP_SECRET, row.id, validCode) }
    }
    return { user_id: id }
  }
}

async function makeAccountNotice({ server }: WithServer, userId: number, template: string, data: object = {}) {
  const { rows } = await sql<{ id: number }>`
    insert into notice (kind, template, user_id, owner_key, channel, target, state, data)
    values ('account', ${template}, ${userId}, ${userId}, 'EMAIL', 'perpetua@lantern-street.example', 'accepted',
      ${JSON.stringify(data)}) returning id`.execute(server.deps.db)
  return rows[0]?.id ?? 0
}

/** The path of the link in a letter before a purge, for a new user. */
export async function makeKeepLink(site: WithServer): Promise<string> {
  const { db, env } = site.server.deps
  const { id } = await makeUser(db)
  await sql`update "user" set purge_warned_at = now(), purge_on = '2031-06-10' where id = ${id}`.execute(db)
  return keepAlertsPath(env.APP_SECRET, await makeAccountNotice(site, id, 'keep-alerts'))
}

/** The path of the link in a message that the account of a new user was deactivated. */
export async function makeUndoLink(site: WithServer): Promise<string> {
  const { db, env } = site.server.deps
  const { id } = await makeUser(db, { status: 'I' })
  const data = { changes: [{ act: 'account', alert: '' }], byStaff: true, own: true, day: '2026-06-10' }
  const noticeId = await makeAccountNotice(site, id, 'notices-changed', data)
  await sql`with changed as (insert into notice_change (user_id, act) values (${id}, 'account') returning id)
    insert into notice_of_change (notice_id, change_id) select ${noticeId}, id from changed`.execute(db)
  return undoPath(env.APP_SECRET, noticeId)
}
