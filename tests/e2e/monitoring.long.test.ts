import type { Page, Request } from 'playwright-core'
import { expect, it } from 'vitest'
import { recordSamples } from '#shared/node/domain/monitoring/samples.queries.ts'
import { closeByKey } from './keyboard.ts'
import { findPanelFaults, visitPanel } from './panel.ts'
import { describeInBrowser, type Site, useSite } from './site.ts'

const timeout = 300_000

/** A value of the table of all figures. */
const figure = async (page: Page, name: string) =>
  (await page.locator('tr').filter({ hasText: name }).first().getByRole('cell').first().textContent()) ?? ''

/** The same at /metrics. */
async function scraped({ url }: Site, name: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`, {
    headers: { authorization: 'Bearer figures are read by tests 4817' },
    signal: AbortSignal.timeout(10_000),
  })
  const line = (await answer.text()).split('\n').find((one) => one.startsWith(`${name} `))
  return line?.slice(name.length + 1) ?? ''
}

/** Whether more than the background was drawn on a chart: bars, or lines on a canvas. */
const drawn = (page: Page, sentence: string) =>
  page
    .getByRole('img', { name: sentence })
    .locator('canvas, svg')
    .evaluate((plot: HTMLCanvasElement | SVGElement) => {
      if (!('getContext' in plot)) return plot.querySelectorAll('rect').length > 0
      const pixels = plot.getContext('2d')?.getImageData(0, 0, plot.width, plot.height).data ?? []
      return [...pixels].some((value, index) => index % 4 === 3 && value > 0)
    })

const receipt = 'land_alerts_events_in_day'

describeInBrowser('the monitoring page', () => {
  const site = useSite()
  const db = () => site().server.deps.db
  const visit = (look?: object) => visitPanel(site(), '/monitoring', look, 'TRIMIN')

  it('opens with the health status, draws its charts, and agrees with /metrics', { timeout }, async () => {
    await recordSamples(db())
    const page = await visit()
    await page
      .getByRole('status')
      .filter({ hasText: /^(Everything is being delivered|Delivering, but check this)/ })
      .waitFor()
    for (const sentence of ['Half of all notices', 'records came in', 'messages are waiting', 'messages failed']) {
      const chart = page.getByRole('img', { name: sentence })
      await chart.waitFor()
      await expect.poll(() => drawn(page, sentence)).toBe(true)
    }
    await page.getByText('All figures').click()
    expect(Number(await figure(page, receipt))).toBeGreaterThan(0)
    for (const name of [receipt, 'land_alerts_matches_day', 'land_alerts_notices_day{outcome="accepted"}'])
      await expect
        .poll(async () => {
          const shown = await figure(page, name)
          return [name, shown === (await scraped(site(), name)) || shown]
        })
        .toEqual([name, true])

    await page.getByRole('region', { name: 'Receipt to send', exact: true }).getByText('Show as a table').click()
    const table = page.getByRole('region', { name: 'Receipt to send, table' })
    // A row for each hour, then for each two minutes, plus the headings.
    await expect.poll(() => table.getByRole('row').count()).toBe(25)
    await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Last hour' })
    await expect.poll(() => table.getByRole('row').count()).toBe(31)
    expect(page.url()).toContain('show=hour')
  })

  it('stops refreshing while paused, and resumes', { timeout }, async () => {
    const page = await visit()
    const asked: string[] = []
    const running = new Set<Request>()
    page.on('request', (request) => asked.push(request.url()) && running.add(request))
    page.on('requestfinished', (request) => running.delete(request))
    page.on('requestfailed', (request) => running.delete(request))
    await page.getByText('All figures').click()
    await page.getByRole('button', { name: 'Pause updates' }).click()
    await page.getByText('Updates are paused.').waitFor()
    // A request made before the press still arrives.
    await expect.poll(() => running.size).toBe(0)
    const before = await figure(page, receipt)
    asked.length = 0
    await site().post({ id: `paused ${before}`, grantor: 'OAKHURST PERLA' })
    await expect.poll(() => scraped(site(), receipt)).not.toBe(before)
    // Longer than the page waits between two requests.
    const waited = await page.evaluate(() => new Promise((resolve) => setTimeout(() => resolve(true), 6_000)))
    expect([waited, asked.filter((url) => url.includes('monitoring')), await figure(page, receipt)]).toEqual([
      true,
      [],
      before,
    ])
    await page.getByRole('button', { name: 'Resume updates' }).click()
    await expect.poll(() => figure(page, receipt), { timeout: 60_000 }).not.toBe(before)
  })

  it('lists failed messages to resend, and reports of suspicious records', { timeout }, async () => {
    const { id } = await db()
      .insertInto('notice')
      .values({
        kind: 'test',
        template: 'test-text',
        owner_key: 0,
        channel: 'PHONE',
        target: '+16125550188',
        state: 'failed',
        reason: 'The provider refused it.',
        ended_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    // A report that was opened, as staff do before they resolve it.
    await db()
      .insertInto('notice_answer')
      .values({ notice_id: id, event_id: 0, owner_key: 0, answer: 'wrong', opened_at: new Date() })
      .execute()
    const page = await visit()
    await page.getByText(/1 failed message in the last 24 hours/).waitFor()
    await page.getByRole('button', { name: /^Resolve: / }).click()
    await page
      .getByText(/: resolved\.$/)
      .first()
      .waitFor()
    await page.getByLabel('Show reports').selectOption('Resolved')
    await page.getByText(/^Resolved .* by panel\.trimin/).waitFor()

    await page.getByRole('button', { name: 'Resend: +16125550188' }).click()
    const prompt = page.getByRole('alertdialog')
    await prompt.getByText('Resend this message to +16125550188?').waitFor()
    await prompt.getByRole('button', { name: 'Resend' }).click()
    await page.getByText('Resending it.', { exact: true }).waitFor()
    const state = () => db().selectFrom('notice').select('state').where('id', '=', id).executeTakeFirst()
    await expect.poll(state).not.toEqual({ state: 'failed' })
  })

  it('pauses delivery when staff report a restore, shows what waits, and releases it', { timeout }, async () => {
    const { id } = await db()
      .insertInto('notice')
      .values({ kind: 'match', template: 'match', owner_key: 0, channel: 'EMAIL', target: 'nobody@example.org' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db()
      .insertInto('delivery')
      .values({ notice_id: id, lane: 1, next_attempt_at: new Date(Date.now() + 3_600_000) })
      .execute()
    const page = await visit()
    const prompt = page.getByRole('alertdialog')
    await page.getByLabel('Time of the backup').fill('2062-01-01T00:00')
    await page.getByRole('button', { name: 'Pause alerts' }).click()
    await prompt.getByRole('button', { name: 'Pause alerts' }).click()
    const refusal = prompt.filter({ hasText: 'The backup time cannot be in the future.' })
    await refusal.waitFor()
    await closeByKey(refusal, 'Escape')
    await page.getByLabel('Time of the backup').fill(`${new Date(Date.now() - 86_400_000).toISOString().slice(0, 16)}`)
    await page.getByRole('button', { name: 'Pause alerts' }).click()
    await prompt.getByRole('button', { name: 'Pause alerts' }).click()
    await page.getByRole('heading', { name: 'Restored from a backup' }).waitFor()
    await page.getByText(/alerts are paused, because/).waitFor()
    expect(await findPanelFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Release alerts' }).click()
    await prompt.getByText(/^Messages that may have been sent already: 1\./).waitFor()
    await prompt.getByRole('button', { name: 'Release' }).click()
    await page.getByText('Alerts are going out again.', { exact: true }).waitFor()
    await page.getByText(/^The last restore was from a backup of .* panel\.trimin.* released the alerts/).waitFor()
    await db().deleteFrom('delivery').where('notice_id', '=', id).execute()
    await db().deleteFrom('notice').where('id', '=', id).execute()
  })

  it('resends all failed messages of one reason, with one question', { timeout }, async () => {
    const reasons = ['This is not a valid phone number.', 'The provider did not accept this message within 24 hours.']
    const failed = await db()
      .insertInto('notice')
      .values(
        [0, 1, 1, 1].map((reason, place) => ({
          kind: 'account' as const,
          template: 'help-text',
          owner_key: 0,
          channel: 'PHONE' as const,
          target: `+1612555019${place}`,
          state: 'failed' as const,
          reason: reasons[reason] ?? '',
          ended_at: new Date(),
        })),
      )
      .returning('id')
      .execute()
    const ids = failed.map(({ id }) => id)
    try {
      const page = await visit()
      const prompt = page.getByRole('alertdialog')
      await page.getByRole('button', { name: 'Resend all 4' }).waitFor()
      expect(await findPanelFaults(page)).toEqual([])
      await page.getByRole('button', { name: `Resend these 3: ${reasons[1]}` }).click()
      await prompt.getByText('Resend these 3 messages?').waitFor()
      await closeByKey(prompt, 'Escape')
      await page.getByRole('button', { name: `Resend these 3: ${reasons[1]}` }).click()
      await prompt.getByRole('button', { name: 'Resend these 3' }).click()
      await page.getByText('Resending 3 messages. They leave this list now.', { exact: true }).waitFor()
      const left = await db()
        .selectFrom('notice')
        .select('id')
        .where('id', 'in', ids)
        .where('state', '=', 'failed')
        .execute()
      expect(left).toEqual(failed.slice(0, 1))
      await page.getByRole('button', { name: 'Resend all 4' }).waitFor({ state: 'hidden' })
    } finally {
      await db().deleteFrom('delivery').where('notice_id', 'in', ids).execute()
      await db().deleteFrom('notice').where('id', 'in', ids).execute()
    }
  })

  it('tells county staff that emails are not going out and what the provider answered', { timeout }, async () => {
    const answer = 'The mail server answered 535 5.7.8 Authentication failed.'
    const failEmails = (failed_in_a_row: number) =>
      db()
        .updateTable('provider_state')
        .set({
          provider: 'outbox',
          failed_in_a_row,
          failing_since: new Date(),
          last_failed_at: new Date(),
          last_answer: answer,
          needs_set_up: failed_in_a_row > 0,
        })
        .where('channel', '=', 'EMAIL')
        .execute()
    await failEmails(4)
    try {
      const page = await visit()
      const alarm = page.getByRole('alert').filter({ hasText: 'emails are not going out' })
      await alarm.waitFor()
      await page.getByText(answer).waitFor()
      await page.getByText(/^The provider answered, but it does not accept us\./).waitFor()
      expect(await findPanelFaults(page)).toEqual([])
      const county = await visitPanel(site(), '/controlPanel/alerts')
      await county.getByRole('alert').filter({ hasText: 'emails are not going out' }).waitFor()
      await county.getByText('We keep trying. Please call the service provider.').waitFor()
      expect(await findPanelFaults(county)).toEqual([])
      await failEmails(0)
      await alarm.waitFor({ state: 'hidden' })
    } finally {
      await failEmails(0)
    }
  })

  it('is accessible, light and dark, and never scrolls sideways', { timeout }, async () => {
    const page = await visit()
    await page.getByRole('img').first().waitFor()
    await page.getByText('Show as a table').first().click()
    expect(await findPanelFaults(page)).toEqual([])
  })

  it.each([
    ['COUNTY', '/monitoring'],
    ['USER', '/controlPanel'],
    ['GUEST', '/controlPanel/users'],
  ] as const)('a %s who opens %s is sent home with one message', { timeout }, async (role, path) => {
    const page = await visitPanel(site(), '/home', undefined, role)
    await page.goto(path)
    await page.waitForURL(/\/home$/)
    const told = page.getByRole('alertdialog', { name: 'INFO' })
    await told.getByText('You don’t have access to that page, so we brought you to your home page.').waitFor()
    await closeByKey(told, 'Escape')
    await page.getByRole('heading', { name: 'Your land record alerts', level: 1 }).waitFor()
    await expect.poll(() => told.count()).toBe(0)
  })
})
