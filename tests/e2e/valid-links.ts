import { expect, vi } from 'vitest'
import { hashCode, newTicket } from '#shared/node/domain/recipients/tickets.ts'
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

/** The newest link of that kind in the messages to an address or number, or to anybody, once it is there. */
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

/** The path of a valid link, as in a message, for a new user. */
export async function makeValidLink(
  { server }: { server: Pick<Site['server'], 'deps'> },
  purpose: keyof typeof pages,
): Promise<string> {
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
