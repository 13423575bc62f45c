import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { createRecoveryCode, createSecret, hashRecoveryCode } from '#server/features/accounts/second-factor/totp.ts'
import { sealSecret } from '#shared/node/platform/secrets/seal.ts'
import { testPassword } from '#tests/helpers/factories.ts'
import { byTicketHolder, type Cells, everybody, visibleUsersButSelf, visibleUsers, type Table } from '../cells.ts'
import { issueTicket, type RecordsWorld, type Target } from '../records.ts'

const newPassword = { password: 'NewMeadow#4242', passwordConfirm: 'NewMeadow#4242' }
const byTicket = ({ ticket }: Target) => ({ ticket })
const person = {
  firstName: 'Changed',
  lastName: 'Tester',
  company: '',
  address: '1 Mill Lane',
  city: 'Alder',
  state: 'MN',
  zip: '55111',
  phoneFormatType: 'STANDARD',
  phone: '(612) 555-1234',
}
/** The answer does not reveal whether the link can be renewed. */
const sameAnswerToAnyTicket: Cells = { present: '+ + + + + +', missing: '+ + + + + +' }
let fresh = 0

const userIs = ({ userId }: Target, condition: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from "user" where id = ${userId} and ${condition})`
const set = ({ server }: RecordsWorld, { userId }: Target, values: ReturnType<typeof sql>) =>
  sql`update "user" set ${values} where id = ${userId}`.execute(server.deps.db)

const hasApp = async (target: Target, world: RecordsWorld) => {
  const sealed = sealSecret(world.server.deps.env.APP_SECRET, target.userId, createSecret())
  await set(world, target, sql`totp_secret = ${sealed}, totp_on = true`)
}
const unproven = (target: Target, world: RecordsWorld) =>
  set(world, target, sql`enrollment_unproven = true`).then(() => undefined)
const beganApp = async (target: Target, world: RecordsWorld) => {
  const secret = createSecret()
  target.ticket = new TOTP({ secret }).generate()
  await set(world, target, sql`totp_secret = ${sealSecret(world.server.deps.env.APP_SECRET, target.userId, secret)}`)
}

/** Logging in and out, tickets, the own account, and authenticator apps. */
export const accounts: Table = {
  'auth.login': {
    cells: { self: '+ + + + + +' },
    slow: true,
    input: ({ username }) => ({ username, password: testPassword }),
  },
  'auth.logout': {
    cells: { self: '+ + + + + +' },
    shows: () => null,
  },
  'auth.confirmPassword': {
    cells: { self: 'L + + + + +' },
    slow: true,
    input: () => ({ password: testPassword }),
    done: ({ userId }) =>
      sql`exists (select from session where user_id = ${userId} and confirmed_at > now() - interval '1 minute')`,
  },
  'auth.signUp': {
    cells: everybody,
    slow: true,
    input: () => ({
      ...person,
      ...newPassword,
      username: `newcomer.${++fresh}`,
      email: `newcomer.${fresh}@example.org`,
    }),
  },
  'auth.judgePassword': {
    cells: everybody,
    input: () => ({ password: 'Welcome2024!' }),
    shows: () => ({ tooEasy: true }),
  },
  'auth.findProperty': { cells: everybody, input: () => ({ text: '12 elm' }) },
  'roll.find': { cells: { all: 'L + + + + +' }, input: () => ({ text: '12 elm' }) },
  'auth.completeRegistration': {
    cells: byTicketHolder,
    input: byTicket,
    arrange: async (target, world) => {
      await set(world, target, sql`status = 'P'`)
      await issueTicket(world, target, 'registration')
    },
    done: (target) => userIs(target, sql`status = 'A'`),
  },
  // cspell:ignore nobodyatall
  'auth.forgotUsername': { cells: everybody, input: () => ({ email: 'nobodyatall@example.org' }) },
  'auth.forgotPassword': {
    cells: everybody,
    input: () => ({ username: 'nobodyatall', email: 'nobodyatall@example.org' }),
  },
  'auth.resetPassword': {
    cells: byTicketHolder,
    slow: true,
    input: ({ ticket }) => ({ ticket, ...newPassword }),
    arrange: (target, world) => issueTicket(world, target, 'password'),
    done: (target, { passwordHash }) => userIs(target, sql`password_hash <> ${passwordHash}`),
  },
  'auth.checkResetTicket': {
    cells: byTicketHolder,
    input: byTicket,
    arrange: (target, world) => issueTicket(world, target, 'password'),
    shows: () => null,
  },
  'auth.confirmProfileEmail': {
    cells: byTicketHolder,
    input: byTicket,
    arrange: async (target, world) => {
      await issueTicket(world, target, 'profile-email')
      await set(world, target, sql`pending_email = ${`new.${target.mark}@example.org`}`)
    },
    done: (target) => userIs(target, sql`email = ${`new.${target.mark}@example.org`}`),
  },
  'auth.stopEmailChange': {
    cells: byTicketHolder,
    input: byTicket,
    arrange: async (target, world) => {
      await issueTicket(world, target, 'not-me')
      await set(world, target, sql`pending_email = ${`new.${target.mark}@example.org`}`)
    },
    done: (target) => userIs(target, sql`pending_email is null`),
  },
  'auth.allowAuthenticator': {
    cells: byTicketHolder,
    input: byTicket,
    arrange: async (target, world) => {
      await unproven(target, world)
      await issueTicket(world, target, 'enrollment')
    },
    done: (target) => userIs(target, sql`not enrollment_unproven`),
  },
  'auth.showUsernames': {
    cells: byTicketHolder,
    input: byTicket,
    arrange: (target, world) => issueTicket(world, target, 'usernames'),
    shows: ({ username }) => ({ usernames: [username] }),
  },
  'auth.resendRegistration': {
    cells: sameAnswerToAnyTicket,
    slow: true,
    input: byTicket,
    arrange: async (target, world) => {
      await set(world, target, sql`status = 'P'`)
      await issueTicket(world, target, 'registration')
    },
    done: ({ userId }) => sql`exists (select from notice where user_id = ${userId} and template = 'registration')`,
  },
  'auth.sendSample': {
    cells: byTicketHolder,
    input: byTicket,
    arrange: (target, world) => issueTicket(world, target, 'registration'),
    done: ({ userId }) => sql`exists (select from notice where user_id = ${userId} and template = 'sample-alert')`,
  },
  'auth.textMeToo': {
    cells: byTicketHolder,
    input: (target) => ({ ...byTicket(target), acknowledged: true }),
    arrange: async (target, world) => {
      const { userId, alertId } = target
      const { db } = world.server.deps
      await issueTicket(world, target, 'registration')
      await sql`update "user" set phone = '(612) 555-0187' where id = ${userId}`.execute(db)
      await sql`delete from alert_phone where alert_id = ${alertId}`.execute(db)
      await sql`
        with made as (
          insert into registration (user_id, password_hash, language, details, browser_hash, watch, outcome)
          values (${userId}, '', 'ENGLISH', '{}', '\\x00', '[]', ${JSON.stringify([{ alertId }])}) returning id)
        update ticket set registration_id = made.id from made
        where user_id = ${userId} and purpose = 'registration'`.execute(db)
    },
    done: ({ userId }) => sql`exists (select from phone where owner_id = ${userId} and number = '+16125550187')`,
  },
  'auth.renewEmailLink': {
    cells: sameAnswerToAnyTicket,
    slow: true,
    input: byTicket,
    arrange: (target, world) => issueTicket(world, target, 'email'),
    done: ({ userId }) => sql`exists (select from notice where user_id = ${userId} and template = 'verify-email')`,
  },
  'auth.confirmAlertEmail': {
    cells: byTicketHolder,
    input: byTicket,
    arrange: (target, world) => issueTicket(world, target, 'email'),
    done: ({ emailId }) => sql`exists (select from email_address where id = ${emailId} and verified_at is not null)`,
  },
  'auth.confirmAlertPhone': {
    cells: byTicketHolder,
    input: byTicket,
    arrange: (target, world) => issueTicket(world, target, 'phone'),
    done: ({ phoneId }) => sql`exists (select from phone where id = ${phoneId} and verified_at is not null)`,
  },
  'auth.loginPageLinks': { cells: everybody },
  'auth.loginPageSlides': { cells: everybody },
  'auth.loginPageLatestNews': { cells: everybody },

  'authenticator.status': { cells: { self: 'L + + + F F' }, shows: () => ({ on: false, demanded: false }) },
  'authenticator.begin': {
    cells: { self: 'L + + + F F' },
    fresh: true,
    done: (target) => userIs(target, sql`totp_secret is not null and not totp_on`),
  },
  'authenticator.confirm': {
    cells: { self: 'L + + + F F' },
    fresh: true,
    arrange: beganApp,
    input: ({ ticket }) => ({ code: ticket }),
    done: (target) => userIs(target, sql`totp_on`),
  },
  'authenticator.renewRecoveryCodes': {
    cells: { self: 'L + + + F F' },
    fresh: true,
    arrange: hasApp,
    done: ({ userId }) => sql`exists (select from recovery_code where user_id = ${userId})`,
  },
  'authenticator.turnOff': {
    cells: { self: 'L + + + F F' },
    fresh: true,
    arrange: hasApp,
    done: (target) => userIs(target, sql`not totp_on`),
  },
  'authenticator.of': {
    cells: visibleUsers,
    arrange: hasApp,
    input: ({ userId }) => ({ userId }),
    shows: () => ({ on: true }),
  },
  'authenticator.prove': {
    cells: { self: 'L + + + F F' },
    arrange: async (target, world) => {
      target.ticket = createRecoveryCode()
      const hash = hashRecoveryCode(world.server.deps.env.APP_SECRET, target.userId, target.ticket)
      await unproven(target, world)
      await set(world, target, sql`enrollment_code_hash = ${hash}, enrollment_code_until = now() + interval '1 hour'`)
    },
    input: ({ ticket }) => ({ code: ticket }),
    done: (target) => userIs(target, sql`not enrollment_unproven`),
  },
  'authenticator.sendLink': {
    cells: { self: 'L + + + F F' },
    arrange: unproven,
    done: ({ userId }) =>
      sql`exists (select from notice where user_id = ${userId} and template = 'authenticator-link')`,
  },
  'authenticator.showCode': {
    cells: visibleUsersButSelf,
    fresh: true,
    arrange: unproven,
    input: ({ userId }) => ({ userId }),
    done: (target) => userIs(target, sql`enrollment_code_hash is not null`),
  },
  'authenticator.reset': {
    cells: visibleUsersButSelf,
    fresh: true,
    arrange: hasApp,
    input: ({ userId }) => ({ userId }),
    done: (target) => userIs(target, sql`not totp_on`),
  },

  'currentUser.loginStatus': { cells: { self: 'L + + + + +' } },
  'currentUser.profile': { cells: { self: 'L + + + + F' } },
  'currentUser.saveProfile': {
    cells: { self: 'L + + + + F' },
    input: ({ email }) => ({ ...person, email }),
    done: (target) => userIs(target, sql`first_name = 'Changed'`),
  },
  'currentUser.dropPendingEmail': {
    cells: { self: 'L + + + + F' },
    arrange: async (target, world) => {
      await set(world, target, sql`pending_email = 'new@example.org'`)
    },
    done: (target) => userIs(target, sql`pending_email is null`),
  },
  'currentUser.password': {
    fresh: true,
    cells: { self: 'L + + + + F' },
    slow: true,
    input: () => newPassword,
    done: (target, { passwordHash }) => userIs(target, sql`password_hash <> ${passwordHash}`),
  },
}
