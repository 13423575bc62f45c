import { expect, it } from 'vitest'
import { makeUser } from '#tests/helpers/factories.ts'
import { logIn } from '#tests/helpers/server.ts'
import { visitPanel } from './panel.ts'
import { describeInBrowser, useSite } from './site.ts'

const timeout = 300_000

describeInBrowser('without text messages', () => {
  const site = useSite(async () => ({ SMS_TRANSPORT: 'none' }))

  it('the panel never mentions texts', { timeout }, async () => {
    const page = await visitPanel(site(), '/controlPanel/users', {}, 'TRIMIN')
    for (const list of ['users', 'alerts']) {
      await page.goto(`/controlPanel/${list}`)
      await page.getByRole('button', { name: 'Find by email' }).waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'Find by phone' }).count(), { message: list }).toBe(0)
    }
    const navigation = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: 'Emails' }) })
    await expect.poll(() => navigation.getByRole('link', { name: 'Phones' }).count()).toBe(0)

    await page.goto('/controlPanel/phones')
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await page.goto('/controlPanel/alertSettings')
    await page.getByLabel('Emails per alert').waitFor()
    await expect.poll(() => page.getByLabel('Texts per alert').count()).toBe(0)
    await page.getByLabel('Email link expires after').fill('5')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').first().waitFor()
    await page.goto('/controlPanel/service')
    await page.getByLabel('Parcel mask').waitFor()
    await expect.poll(() => page.getByLabel('Monthly text budget').count()).toBe(0)
  })

  it('no page promises texts or a second recipient when only one is allowed', { timeout }, async () => {
    const { visit, visitHome, server } = site()
    const clerk = await logIn(server.app, await makeUser(server.deps.db, { role: 'COUNTY' }))
    const { body } = await clerk.get<Record<string, unknown>>('controlPanel/countyConfig/alertSettings')
    const one = { ...body.content, numberOfEmails: 1 }
    expect((await clerk.post('controlPanel/countyConfig/alertSettings', one)).body).toMatchObject({ ok: true })
    const page = await visit()
    // A saved setting takes effect everywhere a moment later.
    const findTextPromises = async () => {
      await page.goto('/login')
      await page.getByText('we email you').waitFor({ state: 'attached' })
      return page.getByText(/email or text|email, text|Add a daughter/).count()
    }
    await expect.poll(findTextPromises).toBe(0)
    await page.goto('/register')
    await page.getByText('Ten digits.').waitFor()
    await expect.poll(() => page.getByText(/text this number/).count()).toBe(0)

    const home = await visitHome()
    await home.getByRole('button', { name: 'Add New Alert' }).click()
    await home.getByText('Enter at least one Email Recipient.').waitFor()
    await expect.poll(() => home.getByText(/Text\(SMS\)|someone who helps you/).count()).toBe(0)
  })

  it('a resident searches by email only', { timeout }, async () => {
    const page = await site().visitHome()
    for (const card of ['My Alerts', 'Alert History']) {
      await page.goto('/home')
      await page.getByRole('link', { name: `Details: ${card}` }).click()
      await page.getByRole('dialog').locator('summary', { hasText: 'Filter' }).click()
      await page.getByRole('button', { name: 'Find by email' }).waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'Find by phone' }).count()).toBe(0)
    }
  })
})
