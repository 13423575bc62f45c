import type { Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { resize } from './resize.ts'
import { describeInBrowser, useSite } from './site.ts'

const parcel = '17-03-123-045'

/** Ids that wrap although one line would hold them, as the page is drawn now; and how many ids there are in all. */
const findBrokenIds = (page: Page) =>
  page.evaluate(() => {
    const parted: string[] = []
    let seen = 0
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: id, index } of (node.nodeValue ?? '').matchAll(/\S*\d-\d\S*/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + id.length)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 1)
        if (lines.length === 0) continue
        seen++
        let block = node.parentElement
        while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement
        const { paddingLeft, paddingRight } = getComputedStyle(block as Element)
        const room = (block?.clientWidth ?? 0) - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        const wide = lines.reduce((sum, { width }) => sum + width, 0)
        if (new Set(lines.map(({ top }) => Math.round(top))).size > 1 && wide <= room) parted.push(id)
      }
    }
    const { scrollWidth, clientWidth } = document.documentElement
    const sideways = Math.max(0, scrollWidth - clientWidth)
    return { parted, sideways, any: seen > 0 }
  })
const whole = { parted: [], sideways: 0, any: true }

describeInBrowser('on a phone', () => {
  const site = useSite()

  it('keeps a parcel id on one line everywhere', { timeout: 300_000 }, async () => {
    const { visitHome, post, outbox } = site()
    const page = await visitHome({ width: 360, height: 740 })
    const check = async (where: string) => {
      for (const width of [360, 320]) {
        await resize(page, { width, height: 740 })
        expect.soft(await findBrokenIds(page), `${where}, ${width} px`).toEqual(whole)
      }
      await resize(page, { width: 360, height: 740 })
    }
    const dialog = (name: string) => page.getByRole('dialog', { name })

    // A name as the form proposes it, long enough to end a line inside the id; and an id that no line holds.
    await page.goto('/home?alert=household')
    const form = dialog('Add My Household')
    await form.getByLabel('First name').first().fill('')
    await form.getByLabel('Last name').first().fill('')
    await form.getByRole('button', { name: 'Use your parcel number' }).click()
    await form.getByLabel('Parcel ID').last().fill(parcel)
    await form.getByText('in the last 12 months').waitFor()
    await form.getByText('What will this find?').click()
    await form.getByText('we compare only the digits').waitFor()
    await check('what a parcel of the household finds')

    await post({ id: '2026-930001', grantor: 'NOBODY AT ALL', parcels: [parcel, '99-'.repeat(16) + '0'] })
    const notice = await vi.waitFor(
      async () => {
        const link = (await outbox()).map(({ text }) => /930001[^]*?http\S+(\/notice\/[\w-]+)/.exec(text)?.[1])
        expect(link.find(Boolean)).toBeTruthy()
        return link.find(Boolean) ?? ''
      },
      { timeout: 60_000, interval: 50 },
    )
    await page.goto('/home')
    await page.getByText('2026-930001').first().waitFor()
    await check('home')
    await page.getByRole('link', { name: 'Details: Alert History' }).click()
    await dialog('Alert History').getByText('2026-930001').first().waitFor()
    await check('history')
    await page.goto('/home')
    await page.getByRole('link', { name: 'Details: My Alerts' }).click()
    await dialog('My Alerts').getByText('Displaying Results').waitFor()
    await check('list of alerts')
    await page.goto(notice)
    await page.getByRole('heading', { name: 'Why you got this' }).waitFor()
    await page.getByText('NOBODY AT ALL').waitFor()
    await check('the page of a notice')
  })

  it('shows why a login was refused when the button is far below', async () => {
    const page = await site().visit({ width: 360, height: 400 })
    await page.goto('/login')
    await page.getByLabel('Username').fill('nobody.at.all')
    await page.getByLabel('Password', { exact: true }).fill('QuietMeadow#42')
    const button = page.getByRole('button', { name: 'Log In' })
    await button.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    await button.click()
    const why = page.getByRole('alert').filter({ hasText: 'The username or password is incorrect.' })
    await why.waitFor()
    await vi.waitFor(async () => {
      const box = await why.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(400)
    }, 60_000)
  })
})
