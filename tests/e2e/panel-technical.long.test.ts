import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { locks } from '#shared/node/platform/database/locks.ts'
import { createLegacyDatabase, fillLegacy, type LegacyDatabase } from '../helpers/legacy.ts'
import { closeByKey } from './keyboard.ts'
import { findPanelFaults, visitPanel } from './panel.ts'
import { resize } from './resize.ts'
import { describeInBrowser, useSite } from './site.ts'

/** The folder for pictures, if a person wants to look at them; otherwise none are made. */
const pictures = process.env.PICTURES

describeInBrowser('the Technical section', () => {
  let legacy: LegacyDatabase
  const site = useSite(async () => {
    legacy = await createLegacyDatabase()
    await fillLegacy(legacy, { emails: 40, alerts: 300 })
    await legacy.query(
      `insert into lns1_alert select 5000 + n, '17', 'NAME', 'Ottilie', null, null, null, 1, 'A' from generate_series(1, 14) n`,
    )
    return { LEGACY_DATABASE_HOSTS: legacy.fields.databaseAddress }
  })
  afterAll(() => legacy?.drop())

  const visit = (path: string) => visitPanel(site(), path, undefined, 'TRIMIN')

  /** The page as it is now: no faults, and a picture of each size and theme if they are wanted. */
  async function look(page: Page, name: string) {
    expect(await findPanelFaults(page), name).toEqual([])
    if (!pictures) return
    for (const theme of ['light', 'dark'] as const)
      for (const width of [360, 1440]) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme)
        await resize(page, { width, height: 900 })
        await page.screenshot({ path: `${pictures}/${name}-${width}-${theme}.png`, fullPage: true })
      }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await resize(page, { width: 1280, height: 900 })
  }

  describe('Hello World', () => {
    it('asks, sends the text and shows the result', async () => {
      const page = await visit('/controlPanel/HelloWorld')
      await page.getByRole('heading', { name: 'Hello World Test', level: 1 }).waitFor()
      await look(page, 'hello-world')
      await page.getByRole('button', { name: 'Send test text' }).click()
      await page.getByRole('alertdialog').getByText('Required.').waitFor()
      await closeByKey(page.getByRole('alertdialog'), 'Enter')
      await page.getByLabel('Phone number').fill('555')
      await page.keyboard.press('Enter')
      await page.getByRole('alertdialog').getByText('(XXX) XXX-XXXX').waitFor()
      await closeByKey(page.getByRole('alertdialog'), 'Enter')
      await page.getByLabel('Phone number').fill('612.555.0199')
      await page.keyboard.press('Enter')
      const question = page.getByRole('alertdialog', { name: 'Sending a test text. Continue?' })
      await question.getByText('We’ll text (612) 555-0199 without asking its owner first.').waitFor()
      await question.getByRole('button', { name: 'No' }).click()
      expect(await site().outbox('+16125550199')).toEqual([])
      await page.getByRole('button', { name: 'Send test text' }).click()
      await page.getByRole('button', { name: 'Yes, send' }).click()
      await page.getByRole('alertdialog', { name: 'OK' }).getByText('Text sent to (612) 555-0199.').waitFor()
      expect(await site().outbox('+16125550199')).toHaveLength(1)
    })
  })

  describe('the migration', () => {
    const title = 'LandNotification One Migration - ALERTS'

    it('refuses, asks, runs without its page, shows the result, and restores', { timeout: 300_000 }, async () => {
      const { db } = site().server.deps
      const readState = async () =>
        (await db.selectFrom('alert').select('id').orderBy('id').execute()).map(({ id }) => id)
      const before = await readState()
      expect(before.length).toBeGreaterThan(0)
      const page = await visit('/controlPanel/LandNotificationOneAlerts')
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      const form = page.getByRole('region', { name: 'The legacy database' })
      const migrate = form.getByRole('button', { name: 'Migrate' })
      await look(page, 'migration')
      await migrate.click()
      await closeByKey(page.getByRole('alertdialog', { name: /Please fix 6 things/ }), 'Enter')

      await form.getByLabel('Database address').fill(legacy.fields.databaseAddress)
      await form.getByLabel('Database name').fill(legacy.fields.databaseName)
      await form.getByLabel('Username').fill(legacy.fields.username)
      await form.getByLabel('Password', { exact: true }).fill('wrong')
      await form.getByLabel('County code').fill('17')
      await form.getByLabel('Name of the county').fill('Somewhere')
      await migrate.click()
      // A wrong name is reported before the question is asked.
      await closeByKey(page.getByRole('alertdialog').filter({ hasText: 'Enter the county name as shown.' }), 'Enter')
      const county = /exactly as shown: (.+)$/.exec((await form.getByText('To confirm').textContent()) ?? '')?.[1]
      await form.getByLabel('Name of the county').fill(county ?? '')
      await migrate.click()
      const question = page.getByRole('alertdialog', {
        name: 'Clicking Yes will wipe clean any existing ALERTS and EMAIL ADDRESSES in LNS2. Continue?',
      })
      await question.getByText(`${before.length} alerts and`).waitFor()
      await look(page, 'migration-question')
      await question.getByRole('button', { name: 'Yes, wipe and migrate' }).click()
      const warning = page.getByRole('alertdialog', { name: 'WARNING' })
      await warning.getByText('We could not open the legacy database.').waitFor()
      await warning.getByRole('button', { name: 'Close' }).click()
      expect(await readState()).toEqual(before)

      await form.getByLabel('Password', { exact: true }).fill(legacy.fields.password)
      await migrate.click()
      await question.getByRole('button', { name: 'Yes, wipe and migrate' }).click()
      const started = page.getByRole('alertdialog', { name: 'OK' }).filter({ hasText: 'The migration has started.' })
      await closeByKey(started, 'Escape')
      // Nothing that was typed is left in the page.
      await expect.poll(() => form.getByLabel('Password', { exact: true }).inputValue()).toBe('')
      await page.goto('/controlPanel/LandNotificationOneAlerts')
      const latest = page.getByRole('region', { name: 'The latest run' })
      await latest.getByText('300 alerts and 40 email addresses were imported.').waitFor()
      const skipped = page.getByRole('region', { name: 'Skipped rows' })
      await skipped.getByText('Displaying Results: 1-10 of 14').waitFor()
      await skipped.getByRole('link', { name: 'Next' }).click()
      await skipped.getByText('Displaying Results: 11-14 of 14').waitFor()
      await page.reload()
      await skipped.getByText('Displaying Results: 11-14 of 14').waitFor()
      await expect.poll(() => skipped.getByRole('cell', { name: 'Last name is missing.' }).count()).toBe(5)

      await look(page, 'migration-done')
      await latest.getByRole('button', { name: 'Restore what was there before' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, restore it' }).click()
      await latest.getByText(/^\d+ alerts and \d+ email addresses were restored\.$/).waitFor()
      expect(await readState()).toEqual(before)
      await page.getByRole('region', { name: 'Earlier runs' }).getByText('Restore').waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'Restore what was there before' }).count()).toBe(0)
    })

    it('shows the progress of a run', { timeout: 300_000 }, async () => {
      const { pool } = site().server.deps
      const client = await pool.connect()
      try {
        await client.query(`select pg_advisory_lock(${locks.legacyMigration})`)
        const progress = { phase: 'importing', done: 412_000, total: 1_030_000, counts: {}, message: '' }
        await client.query(`insert into migration_run (started_by, progress) select max(id), $1 from "user"`, [
          progress,
        ])
        const page = await visit('/controlPanel/LandNotificationOneAlerts')
        await page.getByText('412,000 of 1,030,000 rows').waitFor()
        await page.getByText('A migration is running. You can close this page; it will keep running.').waitFor()
        await expect.poll(() => page.getByRole('button', { name: 'Migrate' }).count()).toBe(0)
        await look(page, 'migration-running')
        // The page follows without a press: its next look finds that the migration has stopped.
        await client.query(`select pg_advisory_unlock(${locks.legacyMigration})`)
        await page.getByText('The server stopped while this was running. Nothing was changed.').waitFor()
        await look(page, 'migration-failed')
      } finally {
        client.release()
      }
    })

    it('is hidden from the county', async () => {
      const page = await visitPanel(site(), '/controlPanel/LandNotificationOneAlerts')
      await page.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor()
      await expect.poll(() => page.getByRole('link', { name: 'Hello World test text' }).count()).toBe(0)
    })
  })
})
