import { sql } from 'kysely'
import type { UserDetails } from '#shared/contract/account.ts'
import type { Language } from '#shared/contract/languages.ts'
import type { WatchedAlert } from '#shared/contract/several-alerts.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import type { RegistrationConsent, WatchOutcome } from '#shared/node/platform/database/types/accounts.ts'
import { endTickets } from '../account/ticket.queries.ts'
import { toUserColumns } from '../account/user.queries.ts'

/** What one sign-up entered. It takes effect once its own link is followed. */
export type Registration = {
  passwordHash: string
  language: Language
  details: UserDetails
  /** SHA-256 of the token in the browser's cookie. */
  browserHash: Buffer
  /** The alerts that it asks for. */
  watch: WatchedAlert[]
  /** Consent to emails about them; null if the county asked for no consent, or if the sign-up asks for no alert. */
  consent: RegistrationConsent | null
}

const stored = ({ passwordHash, language, details, browserHash, watch, consent }: Registration) => ({
  password_hash: passwordHash,
  language,
  details: JSON.stringify(details),
  browser_hash: browserHash,
  watch: JSON.stringify(watch),
  consent: consent && JSON.stringify(consent),
})

/** @returns the id that its link carries */
export async function insertRegistration(tx: Tx, userId: number, registration: Registration): Promise<number> {
  const row = await tx
    .insertInto('registration')
    .values({ user_id: userId, ...stored(registration) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const accountColumns = ({
  passwordHash,
  language,
  details,
}: Pick<Registration, 'passwordHash' | 'language' | 'details'>) => ({
  password_hash: passwordHash,
  language,
  email: details.email,
  ...toUserColumns(details),
})

/**
 * Creates an account whose registration is incomplete.
 * @returns the id, or undefined if the username is taken
 */
export async function insertPendingUser(
  tx: Tx,
  username: string,
  registration: Registration,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('user')
    .values({ username, role: 'USER', status: 'P', ...accountColumns(registration) })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Undoes the account of this transaction, because no link to it may be sent now. */
export async function deletePendingUser(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('user').where('id', '=', userId).where('status', '=', 'P').execute()
}

/**
 * Whether only this browser has signed up for the account. An open link without a sign-up of its own dates from before
 * we stored sign-ups, and anyone may have asked for it.
 */
export async function isFromOneBrowser(tx: Tx, userId: number, browserHash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ only: boolean | null }>`
    select bool_and(browser_hash = ${browserHash}) and not exists (
      select from ticket where user_id = ${userId} and purpose = 'registration'
        and registration_id is null and used_at is null) as only
    from registration where user_id = ${userId}`.execute(tx)
  return rows[0]?.only === true
}

/** Corrects what the same browser entered: the account waits only for a link to the new email. */
export async function correctPendingUser(tx: Tx, userId: number, registration: Registration): Promise<void> {
  await endRegistrationLinks(tx, userId)
  await tx.updateTable('user').set(accountColumns(registration)).where('id', '=', userId).execute()
}

/** Corrects a mistyped email for staff: links to the old one end, and the sign-up waits for a link to the right one. */
export async function correctPendingEmail(tx: Tx, userId: number, email: string): Promise<void> {
  await endLinks(tx, userId)
  await sql`
    update registration set details = jsonb_set(details, '{email}', to_jsonb(${email}::text))
    where user_id = ${userId}`.execute(tx)
  await tx
    .updateTable('user')
    .set((eb) => ({ email, version: eb('version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
}

/**
 * The registration whose link staff may resend: the newest, if all came from one browser. Null for an account from
 * before we stored registrations; undefined if a stranger may have signed up too.
 */
export async function findOnlyRegistration(tx: Tx, userId: number): Promise<number | null | undefined> {
  const { rows } = await sql<{ browsers: number; newest: number | null }>`
    select count(distinct browser_hash)::int as browsers, max(id) as newest from registration
    where user_id = ${userId}`.execute(tx)
  const found = rows[0]
  return !found || found.browsers > 1 ? undefined : found.newest
}

/**
 * Applies one of the account's registrations, after its link proved the email.
 * @returns false if it was already applied
 */
export async function applyRegistration(tx: Tx, userId: number, registrationId: number | null): Promise<boolean> {
  const entered =
    registrationId === null
      ? undefined
      : await tx
          .selectFrom('registration')
          .where('id', '=', registrationId)
          .where('user_id', '=', userId)
          .select(['password_hash', 'language', 'details'])
          .executeTakeFirst()
  const { rows } = await sql<{ changed: boolean }>`
    select status = 'P' or (${entered?.password_hash ?? null}::text is not null
      and password_hash is distinct from ${entered?.password_hash ?? null}) as changed
    from "user" where id = ${userId}`.execute(tx)
  await tx
    .updateTable('user')
    .set(
      entered
        ? accountColumns({
            passwordHash: entered.password_hash,
            language: entered.language as Language,
            details: entered.details,
          })
        : {},
    )
    .set({ status: 'A', email_verified_at: sql<Date>`now()`, last_active_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
  return rows[0]?.changed === true
}

/** Deletes all sign-ups, so that no link changes the account any more. */
export async function deleteRegistrations(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('registration').where('user_id', '=', userId).execute()
}

/** Ends every registration link: the account no longer needs them, or they went to the wrong mailbox. */
export async function endRegistrationLinks(tx: Tx, userId: number): Promise<void> {
  await endLinks(tx, userId)
  await deleteRegistrations(tx, userId)
}

/**
 * Links that were sent, and those that wait a minute after the last one: they would get their ticket when they are
 * sent.
 */
async function endLinks(tx: Tx, userId: number): Promise<void> {
  await endTickets(tx, userId, 'registration')
  const waiting = sql`select id from notice where user_id = ${userId} and template = 'registration' and state = 'waiting'`
  await sql`select from delivery where notice_id in (${waiting}) order by notice_id for update`.execute(tx)
  await sql`
    with canceled as (
      update notice set state = 'cancelled', reason = 'The registration no longer needs this link.', ended_at = now()
      where id in (${waiting}) returning id)
    delete from delivery d using canceled c where d.notice_id = c.id`.execute(tx)
}

/**
 * What a sign-up asked to watch for, and what became of it; undefined once the account no longer needs registration.
 */
export async function findWatch(db: Db | Tx, userId: number, registrationId: number | null) {
  if (registrationId === null) return undefined
  return db
    .selectFrom('registration')
    .select(['id', 'watch', 'consent', 'outcome', 'created_at'])
    .where('id', '=', registrationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/**
 * Records that the account's other sign-ups no longer have alerts.
 * @returns the ids of the alerts that they had
 */
export async function clearOtherOutcomes(tx: Tx, userId: number, registrationId: number): Promise<number[]> {
  const { rows } = await sql<{ outcome: WatchOutcome[] }>`
    with earlier as (
      select id, outcome from registration
      where user_id = ${userId} and id <> ${registrationId} and outcome is not null)
    update registration r set outcome = null from earlier where r.id = earlier.id
    returning earlier.outcome`.execute(tx)
  return rows.flatMap(({ outcome }) => outcome.flatMap((item) => ('alertId' in item ? [item.alertId] : [])))
}

export async function storeOutcome(tx: Tx, registrationId: number, outcome: WatchOutcome[]): Promise<void> {
  await tx
    .updateTable('registration')
    .set({ outcome: JSON.stringify(outcome) })
    .where('id', '=', registrationId)
    .execute()
}
