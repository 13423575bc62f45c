import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashTicket } from '#shared/node/domain/recipients/tickets.ts'
import { createKeyring } from '#shared/node/platform/secrets/keyring.ts'
import { type Settings, settingsGroups } from '#shared/settings/groups.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import type { NoticeData } from '../templates/parts/notice-data.ts'
import { getTicketKind } from './ticket-kinds.ts'
import { issueTickets } from './ticket.queries.ts'

let setup: DeliverySetup
beforeAll(async () => {
  setup = await openDeliverySetup()
})
afterAll(() => setup.close())

const settings = Object.fromEntries(
  Object.entries(settingsGroups).map(([key, { initial }]) => [key, initial]),
) as Settings
const options = { secret: createKeyring('a secret of tests'), settings }
const notice = (template: string, userId: number | null, target = 'odalys@example.org') => ({
  id: 1,
  kind: 'account' as const,
  template,
  channel: 'EMAIL' as const,
  target,
  language: '',
  data: {},
  possiblyTwice: false,
  insteadOfText: false,
  isAccountEmail: true,
  record: null,
  alerts: [],
  secret: null as NoticeData['secret'],
  userId,
  recipientId: null,
})
type Row = { purpose: string; user_id: number; target: string; hours: number; used: boolean }
const rowOf = async (token: string | undefined) =>
  (
    await setup.rows<Row>(
      `select purpose, user_id, target, used_at is not null as used,
         extract(epoch from expires_at - created_at)::int / 3600 as hours from ticket where hash = $1`,
      [hashTicket(token ?? '')],
    )
  )[0]

test.each([
  ['registration', 'registration', 4],
  ['password-reset', 'password', 1],
  ['confirm-profile-email', 'profile-email', 4],
])(
  'gives %s a ticket of purpose %s for %s hours, bound to its account and address',
  async (template, purpose, hours) => {
    const userId = await setup.user()
    const [made] = await issueTickets(setup.db, [notice(template, userId)], options)
    expect(made?.secret).toMatchObject({ ticket: expect.stringMatching(/^[\w-]{43}$/) as string, hours })
    const row = { purpose, user_id: userId, target: 'odalys@example.org', hours, used: false }
    expect(await rowOf(made?.secret?.ticket)).toEqual(row)
  },
)

test('ends the older ticket for a password with a new one, also in one batch, and keeps others of the account', async () => {
  const [userId, other] = [await setup.user(), await setup.user()]
  const reset = notice('password-reset', userId)
  const before = await issueTickets(setup.db, [reset, notice('registration', userId)], options)
  const elsewhere = await issueTickets(setup.db, [notice('password-reset', other)], options)
  const batch = await issueTickets(setup.db, [reset, reset], options)
  const used = await Promise.all(
    [...before, ...elsewhere, ...batch].map(async ({ secret }) => (await rowOf(secret?.ticket))?.used),
  )
  expect(used).toEqual([true, false, false, true, false])
})

test('gives a deleted account no ticket, and the others of the batch theirs', async () => {
  const userId = await setup.user()
  const [gone, made] = await issueTickets(
    setup.db,
    [notice('registration', 999_999), notice('registration', userId)],
    options,
  )
  expect(await rowOf(gone?.secret?.ticket)).toBeUndefined()
  expect(await rowOf(made?.secret?.ticket)).toMatchObject({ user_id: userId })
})

test('gives other messages no ticket', () => {
  for (const template of ['match', 'password-changed', 'forgot-username', 'toString'])
    expect(getTicketKind(template)).toBeUndefined()
})
