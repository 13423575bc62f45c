import type { Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { createKeyboard, waitForDialogFocus } from './keyboard.ts'
import { findPageFaults } from './page-faults.ts'
import { describeInBrowser, useSite } from './site.ts'
import { mailedLink } from './valid-links.ts'

const to = 'ottilie@lantern-street.example'
const phone = '+16125550177'
const username = 'ottilie.farrow'
const [first, second] = ['QuietMeadow#42', 'LoudBrook@7714']

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

describeInBrowser('a household, from registration to a recovered password', () => {
  const site = useSite()

  const mailed = (kind: string, target = to) => mailedLink(site(), kind, target)

  it(
    'registers, adds the household, is notified, answers, pauses, unsubscribes and recovers the account',
    { timeout: 240_000 },
    async () => {
      const { visit, post } = site()
      const page = await visit()
      const keys = createKeyboard(page)

      // The account, by keyboard alone.
      await page.goto('/login')
      await heading(page, 'Log in')
      await keys.press('New User')
      await heading(page, 'About you')
      await keys.typeIn({
        'First name': 'Ottilie',
        'Last name': 'Farrow',
        Address: '4 Lantern Street',
        City: 'Alder Falls',
        Zip: '55401',
        Email: to,
        Phone: '6125550177',
        Username: username,
        Password: first,
        'Confirm password': first,
      })
      await keys.press('Next: what to watch')
      await heading(page, 'What should we watch?')
      await keys.press('Not now')
      await page.getByRole('alertdialog').getByText("We've emailed you a link.").waitFor()
      await keys.press('Close')
      await heading(page, 'Check your email')
      await page.goto(await mailed('CompleteRegistration'))
      await keys.press('Complete my registration')
      await heading(page, 'Registration Complete')
      await keys.press('Continue')
      await heading(page, 'Log in')
      await keys.typeIn({ Username: username, Password: first })
      await keys.press('Log In')
      await heading(page, 'Your land record alerts')

      // One form for all of them, still by keyboard.
      await keys.press('Add My Household')
      const household = page.getByRole('dialog', { name: 'Add My Household' })
      await household.getByLabel('First name').first().waitFor()
      await expect.poll(() => household.getByLabel('First name').first().inputValue()).toBe('Ottilie')
      await keys.typeIn({ 'First name': 'Ottilie' })
      await keys.typeIn({ 'Last name': 'Farrow' })
      await keys.typeIn({ 'First name': 'Anselm' })
      await keys.typeIn({ 'Last name': 'Quennell' })
      await keys.typeIn({ 'Business or trust name': 'Farrow Family Trust' })
      await keys.typeIn({ 'Business or trust name': 'Farrow Orchards LLC' })
      await keys.press('Use your parcel number')
      await keys.at('Parcel ID')
      await keys.write('17-03-123-999')
      await keys.check('I agree to get emails')
      await keys.press('+ Add a phone')
      await keys.at('Mobile phone')
      await keys.write('6125550177')
      await keys.check('I agree to get text')
      await keys.press('Done')
      const saved = page.getByRole('dialog', { name: 'Your household' })
      await saved.getByText('5 alerts saved.').waitFor()
      await saved.getByText('One step left:').waitFor()
      // The email of the account was confirmed by the link of the registration.
      await saved.getByText(`Until then, we notify only: ${to}.`).waitFor()
      await expect.poll(() => saved.getByText(/a link/).count()).toBe(0)

      // The phone by its code.
      const [asked] = await vi.waitFor(async () => {
        const texts = await site().outbox(phone)
        expect(texts).toHaveLength(1)
        return texts
      }, 60_000)
      await keys.typeIn({ 'Code from the text': /code is (\d{6})/.exec(asked?.text ?? '')?.[1] ?? '' })
      await keys.press('Confirm')
      await saved.getByText('Verified', { exact: true }).waitFor()
      await keys.press('Close')
      for (const name of [
        'Ottilie Farrow',
        'Anselm Quennell',
        'Farrow Family Trust',
        'Farrow Orchards LLC',
        'Parcel 17-03-123-999',
      ])
        await page.getByRole('row', { name: new RegExp(`${name}.*Active`) }).waitFor()

      // A record of the spouse, with notices by email and text.
      await post({ id: '2026-910001', grantor: 'QUENNELL ANSELM T' })
      const notice = await mailed('notice')
      expect((await mailed('notice', phone)).startsWith(site().url)).toBe(true)

      // From the message, without a login.
      const stranger = await visit()
      await stranger.goto(`${notice}?answer=wrong`)
      await stranger.getByRole('heading', { name: 'You chose “This looks wrong”' }).waitFor()
      await createKeyboard(stranger).press('This looks wrong')
      await stranger.getByRole('heading', { name: 'You said: This looks wrong' }).waitFor()

      // While paused, nothing is sent; the history has the record.
      await keys.press('Anselm Quennell')
      const setup = page.getByRole('dialog', { name: 'Alert Setup' })
      await setup.getByLabel('Pause until').waitFor()
      await keys.press('Pause this alert')
      await keys.at('Pause until (optional)')
      await keys.write('12/31/2090')
      await keys.press('Done')
      await setup.getByText('Alert saved.').waitFor()
      await setup.getByText('Paused until 12/31/2090. We send nothing before that day.').waitFor()
      await keys.press('Close')
      await page.getByRole('row', { name: /Anselm Quennell.*Inactive/ }).waitFor()

      // The email's link unsubscribes the address, and undoes it.
      await stranger.goto(await mailed('unsubscribe'))
      await heading(stranger, 'Unsubscribe from these alerts?')
      await createKeyboard(stranger).press('Unsubscribe this address from all alerts')
      await heading(stranger, 'You’re unsubscribed from all alerts')
      await createKeyboard(stranger).press('Subscribe again')
      await heading(stranger, 'You’re subscribed again')

      // The password is forgotten.
      await stranger.goto('/login')
      await heading(stranger, 'Log in')
      const lost = createKeyboard(stranger)
      await lost.press('Forgot Password')
      await heading(stranger, 'Forgot Password')
      await lost.typeIn({ Username: username, 'Registered email': to })
      await lost.press('Send Email')
      await stranger.getByRole('alertdialog').getByText('If this username and email belong to an account').waitFor()
      await lost.press('Close')
      await heading(stranger, 'Check your email')
      await stranger.goto(await mailed('passwordReset'))
      await lost.typeIn({ 'New password': second, 'Confirm password': second })
      await lost.press('Update')
      await stranger.getByRole('alertdialog').getByText('You may now log in.').waitFor()
      await lost.press('Close')
      await lost.press('Go to log in')
      await heading(stranger, 'Log in')
      await lost.typeIn({ Username: username, Password: second })
      await lost.press('Log In')
      await heading(stranger, 'Your land record alerts')
    },
  )

  it('keeps unsaved text, and asks before saving the same alert twice', { timeout: 300_000 }, async () => {
    const page = await site().visitHome()
    await page.goto('/home?alert=household')
    const form = page.getByRole('dialog', { name: 'Add My Household' })
    const prompt = page.getByRole('alertdialog')
    const [trust, business] = [0, 1].map((place) => form.getByLabel('Business or trust name').nth(place))
    const done = form.getByRole('button', { name: 'Done' })
    await form.getByLabel('First name').first().fill('')
    await form.getByLabel('Last name').first().fill('')
    await trust?.fill('Quennell Family Trust')
    await business?.fill('quennell family trust')
    // Each shows what it matches, and what it would have matched.
    await form.getByText('in the last 12 months').nth(1).waitFor()
    await form.getByText('What will this find?').nth(1).click()
    await form.getByText('The same name without “Trust”.').nth(1).waitFor()
    await form.getByRole('checkbox', { name: /I agree to get emails/ }).check()

    await done.click()
    await prompt.getByText('Your alert “Quennell Family Trust” already watches for this.').waitFor()
    await prompt.getByRole('button', { name: 'No' }).click()
    await prompt.waitFor({ state: 'hidden' })
    await business?.fill('Quennell Orchards LLC')
    await page.route(/userView\.saveHousehold/, (route) => route.abort())
    await done.click()
    await form.getByRole('alert').getByText('We could not reach the service.').waitFor()
    await expect.poll(() => trust?.inputValue()).toBe('Quennell Family Trust')
    await page.unroute(/userView\.saveHousehold/)
    await done.click()
    await page.getByRole('dialog', { name: 'Your household' }).getByText('2 alerts saved.').waitFor()
  })

  it('stays short on a phone, with match details collapsed', { timeout: 300_000 }, async () => {
    const page = await site().visitHome({ width: 360, height: 740 })
    await page.goto('/home?alert=household')
    const form = page.getByRole('dialog', { name: 'Add My Household' })
    await form.getByLabel('First name').first().waitFor()
    for (const [label, place, text] of [
      ['First name', 0, 'Thessaly'],
      ['Last name', 0, 'Brandvold'],
      ['First name', 1, 'Orrin'],
      ['Last name', 1, 'Dale'],
      ['Business or trust name', 0, 'Brandvold Family Trust'],
      ['Business or trust name', 1, 'Brandvold Orchards LLC'],
    ] as const)
      await form.getByLabel(label).nth(place).fill(text)
    await form.getByRole('combobox', { name: 'Find the property by its address' }).fill('412 larkspur ln')
    await form.getByRole('option').first().click()
    await form.getByRole('button', { name: '+ Add a phone' }).click()
    await form.getByText('in the last 12 months').nth(4).waitFor()
    const screens = await form.evaluate((dialog) => {
      const body = [...dialog.children].find((part) => getComputedStyle(part).overflowY === 'auto')
      return body ? body.scrollHeight / body.clientHeight : Number.NaN
    })
    // With the offer to text the resident's own phone.
    expect(screens).toBeLessThan(5.3)

    // Everything is available on request: what it finds and not, how wide it is with the counts, and the records.
    const self = form.getByRole('group', { name: 'Yourself' })
    await self.getByText('First and last name are the same.').first().waitFor({ state: 'hidden' })
    await self.getByText('What will this find?').click()
    await self.getByText('Thessaly Brandvold, with or without a middle name').waitFor()
    await self.getByText('Other first or last names.').waitFor()
    await self.getByText('BRANDVOLD THESSALY M').first().waitFor()
    const byInitial = self.getByRole('checkbox', {
      name: /Skip records that show only a first initial · skips/,
    })
    const count = () => self.getByText('in the last 12 months').innerText()
    const before = await count()
    await byInitial.check()
    await expect.poll(count).not.toBe(before)

    // One box per channel, for all alerts and recipients.
    await form.getByRole('button', { name: '+ Add another email' }).click()
    await form.getByRole('textbox', { name: 'Email address 2' }).fill('helper@lantern-street.example')
    await form.getByRole('textbox', { name: 'Mobile phone' }).fill('6125550181')
    const boxes = form.getByRole('checkbox', { name: /about these alerts/ })
    await expect.poll(() => boxes.count()).toBe(2)
    await form.getByRole('button', { name: 'Done' }).click()
    const summary = page.getByRole('alertdialog', { name: 'Please fix 2 things' })
    await summary.getByText('Emails, checkbox').click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('checkbox')
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await expect.poll(() => form.getByText('Please read and select the checkbox to acknowledge.').count()).toBe(0)
    await form.getByRole('button', { name: 'Done' }).click()
    const prompt = page.getByRole('alertdialog')
    const saved = page.getByRole('dialog', { name: 'Your household' })
    // It asks about each alert that has a duplicate.
    const answerAll = async () => {
      const yes = prompt.getByRole('button', { name: 'Yes, add it' })
      await yes.click({ timeout: 500 }).catch(() => undefined)
      return saved.isVisible()
    }
    await expect.poll(answerAll, { timeout: 60_000 }).toBe(true)
    await saved.getByText('5 alerts saved.').waitFor()
    // The resident's own address was verified before.
    await saved.getByText('Until then, we notify only:').waitFor()

    // An alert with a duplicate created since is changed without the question that a new one would get.
    await saved.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('link', { name: 'Home parcel' }).click()
    const setup = page.getByRole('dialog', { name: 'Alert Setup' })
    await setup.getByRole('button', { name: 'Pause this alert' }).click()
    const until = setup.getByLabel('Pause until')
    await expect.poll(() => until.evaluate((field) => field === document.activeElement)).toBe(true)
    await until.fill('12/31/2090')
    await setup.getByRole('button', { name: 'Done' }).click()
    await setup.getByText('Paused until 12/31/2090.').waitFor()
  })

  it('shows progress while an alert is being deleted', { timeout: 300_000 }, async () => {
    const page = await site().visitHome()
    await page.getByRole('link', { name: 'Home parcel' }).click()
    const release = Promise.withResolvers<void>()
    await page.route(/userView\.alertDelete/, async (route) => {
      await release.promise
      await route.continue()
    })
    await page.getByRole('dialog', { name: 'Alert Setup' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, delete' }).click()
    const loading = page.getByRole('alertdialog', { name: 'Deleting…' })
    await loading.waitFor()
    expect(await findPageFaults(page)).toEqual([])
    // It cannot be closed, and holds the focus.
    await waitForDialogFocus(loading)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    expect(await loading.evaluate((box) => box.contains(document.activeElement))).toBe(true)
    release.resolve()
    await loading.waitFor({ state: 'hidden' })
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(() => page.getByRole('link', { name: 'Home parcel' }).count()).toBe(0)
  })
})
