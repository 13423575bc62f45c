import { afterAll, expect, it } from 'vitest'
import { createLegacyDatabase, type LegacyDatabase } from '../helpers/legacy.ts'
import { createKeyboard } from './keyboard.ts'
import { visitPanel } from './panel.ts'
import { describeInBrowser, useSite } from './site.ts'

const timeout = 300_000

describeInBrowser('the support desk, monitoring and the technical pages by keyboard alone', () => {
  let legacy: LegacyDatabase
  const site = useSite(async () => {
    legacy = await createLegacyDatabase()
    return { LEGACY_DATABASE_HOSTS: legacy.fields.databaseAddress }
  })
  afterAll(() => legacy?.drop())
  const db = () => site().server.deps.db
  const open = async (path: string) => {
    const page = await visitPanel(site(), path, { width: 1280, height: 800 }, 'TRIMIN')
    const keys = createKeyboard(page)
    await expect.poll(() => page.locator('main output[aria-label]').count()).toBe(0)
    await keys.skip()
    return { page, keys }
  }

  it('monitoring: another period, pause, tables, a failed message', { timeout }, async () => {
    await db()
      .insertInto('notice')
      .values(
        ['+16125550188', '+16125550189'].map((target) => ({
          kind: 'test' as const,
          template: 'test-text',
          owner_key: 0,
          channel: 'PHONE' as const,
          target,
          state: 'failed' as const,
          reason: 'The provider refused it.',
          ended_at: new Date(),
        })),
      )
      .execute()
    const { page, keys } = await open('/monitoring')
    await keys.run([
      ['choose', 'Show', 'Last hour'],
      ['url', /show=hour/],
      ['press', 'Pause updates'],
      ['at', 'Resume updates'],
      ['press', 'Show as a table'],
      () => page.getByRole('region', { name: 'Records in, notices out, matches, table' }).waitFor(),
      ['askedTwice', 'Resend: +16125550188', 'Resend this message to +16125550188?', 'Resend'],
      ['see', 'Resending it.', { exact: true }],
      // Its row disappears, and the focus moves to the one that took its place.
      ['at', '+16125550189'],
      async () => expect((await keys.focused()).tag).toBe('TR'),
      ['press', 'All figures'],
    ])
    await page.getByRole('row', { name: /land_alerts_events_in_day/ }).waitFor()
  })

  it('resolves a report; opens the test text and the migration up to their questions', { timeout }, async () => {
    const { id } = await db().selectFrom('notice').select('id').where('kind', '=', 'match').executeTakeFirstOrThrow()
    const answer = { event_id: 0, owner_key: 0, answer: 'wrong' as const }
    await db().deleteFrom('notice_answer').execute()
    await db()
      .insertInto('notice_answer')
      .values({ ...answer, notice_id: id, opened_at: new Date() })
      .execute()
    const { page, keys } = await open('/controlPanel/looksWrong')
    await keys.tabTo('Resolve: ', { exact: false })
    await page.keyboard.press('Enter')
    await page
      .getByText(/: resolved\.$/)
      .first()
      .waitFor()
    // No row is left.
    await keys.run([
      ['at', 'Suspicious record reports'],
      ['choose', 'Show reports', 'Resolved'],
      ['see', /^Resolved .* by panel\.trimin/],

      // By the navigation, whose other sections are closed.
      ['press', 'Technical', { back: true }],
      ['press', 'Hello World test text'],
      ['at', 'Hello World Test'],
      ['press', 'Send test text'],
      ['answer', 'Please fix 1 thing', 'OK'],
      ['at', 'Phone number'],
      ['write', '612.555.0199'],
      ['askedInVain', 'Send test text', 'Sending a test text. Continue?'],
      async () => expect(await site().outbox('+16125550199')).toEqual([]),

      ['press', 'Migration of alerts from the legacy version', { back: true }],
      ['at', 'LandNotification One Migration - ALERTS'],
    ])
    const { databaseAddress, databaseName, username, password } = legacy.fields
    await keys.run([
      [
        'typeIn',
        {
          'Database address': databaseAddress,
          'Database name': databaseName,
          Username: username,
          Password: password,
          'County code': '17',
          'Name of the county': 'Somewhere',
        },
      ],
      ['key', 'Enter'],
      ['answer', 'Enter the county name as shown.', 'OK'],
      ['at', 'Name of the county'],
    ])
    const county = /exactly as shown: (.+)$/.exec((await page.getByText('To confirm').textContent()) ?? '')?.[1]
    await keys.write(county ?? '')
    await keys.askedInVain('Migrate', 'Clicking Yes will wipe clean any existing ALERTS')
    expect((await site().server.deps.pool.query('select id from migration_run')).rows).toEqual([])
  })
})
