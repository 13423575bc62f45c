import type { Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { messages } from '#shared/contract/messages.ts'
import { useRoll } from '#tests/helpers/roll.ts'
import { startJourney } from './journey-count.ts'
import { createKeyboard } from './keyboard.ts'
import { findPageFaults } from './page-faults.ts'
import { firstStep } from './registration.ts'
import { describeInBrowser, logInOnPage, useSite } from './site.ts'
import { mailedLink } from './valid-links.ts'

const timeout = 300_000
const password = 'QuietMeadow#42'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
/** The parameters of an address that names the screen. */
const screenOf = (page: Page) => new URL(page.url()).searchParams.get('at')

describeInBrowser.each([
  { width: 360, height: 740, name: 'perpetua.phone' },
  { width: 1440, height: 900, name: 'perpetua.desk' },
])('registration in three steps, $width pixels wide', ({ width, height, name }) => {
  const site = useSite()
  const isPhone = width < 640
  const email = `${name}@lantern-street.example`
  const openRoll = () =>
    useRoll(site().server.deps.db, [
      { parcelId: '17-03-123-045', address: '412 LARKSPUR LN', city: 'ALDER FALLS', zip: '55810' },
      { parcelId: '17-03-123-046', address: '414 LARKSPUR LN', city: 'ALDER FALLS', zip: '55810' },
    ])

  it(
    'by keyboard: keeps typed text over Back and a reload, and the first alert is on in another browser',
    { timeout },
    async () => {
      await openRoll()
      const page = await site().visit({ width, height })
      const keys = createKeyboard(page)
      await page.goto('/login')
      await page.getByText('Get an email when a land record names you or your home.').waitFor()
      await keys.press('New User')
      await heading(page, isPhone ? 'Your name' : 'About you')
      await page.getByText(isPhone ? 'Step 1 of 3: You (1 of 4)' : 'Step 1 of 3: You', { exact: true }).waitFor()
      for (const [next, values] of firstStep(name, password)) {
        await keys.typeIn(values)
        if (isPhone) {
          expect.soft(await findPageFaults(page, { widths: [320] }), next).toEqual([])
          await keys.press('Next')
          await heading(page, next)
          // Each screen begins at its title.
          await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
        }
      }
      if (!isPhone) {
        expect.soft(await findPageFaults(page), 'the first step').toEqual([])
        await keys.press('Next: what to watch')
        await heading(page, 'What should we watch?')
      }

      // The browser's Back, and Back of the page, lead to the screen before, with all typed text.
      await page.goBack()
      await heading(page, isPhone ? 'Your login' : 'About you')
      await expect.poll(() => field(page, 'Password').inputValue()).toBe(password)
      await page.goForward()
      await heading(page, 'What should we watch?')
      await keys.press('Back')
      await expect.poll(() => field(page, 'Username').inputValue()).toBe(name)
      await keys.press(isPhone ? 'Next' : 'Next: what to watch')
      await page.getByText('Step 2 of 3: What to watch', { exact: true }).waitFor()

      // A reload keeps everything except the password, and says what is missing.
      await page.reload()
      await heading(page, 'What should we watch?')
      await page.getByText('We kept what you typed, except the password.').waitFor()
      // The resident's address is in the county's list: the property is filled in, and stays cleared once cleared.
      await page.getByText('We found your address in the county’s records.').waitFor()
      await page.getByText('17-03-123-045').waitFor()
      const isWatched = () => page.getByRole('checkbox', { name: 'My property' }).isChecked()
      expect(await isWatched()).toBe(true)
      // She means the house next to it.
      await keys.press('Change 412 Larkspur Lane')
      await keys.at('Find the property by its address')
      await page.keyboard.type('414 lark')
      await page.getByRole('option', { name: /^414 Larkspur Lane/ }).waitFor()
      await keys.key('ArrowDown')
      await keys.key('Enter')
      await keys.at('We’ll watch 414 Larkspur Lane')
      await keys.check('My property')
      await expect.poll(isWatched).toBe(false)
      await page.reload()
      await page.getByText('We kept what you typed, except the password.').waitFor()
      expect(await isWatched()).toBe(false)
      await keys.check('My property')
      await page.getByText('17-03-123-046').waitFor()
      expect.soft(await findPageFaults(page, { widths: [320] }), 'the second step').toEqual([])
      await keys.press('Register')
      await keys.answer('Please read and select the checkbox to acknowledge.', 'OK')
      await keys.check('I agree to get emails')
      await keys.press('Register')
      await page
        .getByRole('alertdialog')
        .getByRole('link', { name: /^Password/ })
        .waitFor()
      await keys.answer('Please fix', 'OK')
      expect(screenOf(page)).toBe(isPhone ? 'login' : null)
      await keys.typeIn({ Password: password, 'Confirm password': password })
      await keys.press(isPhone ? 'Next' : 'Next: what to watch')
      await heading(page, 'What should we watch?')
      await keys.press('Register')
      await keys.answer("We've emailed you a link.", 'Close')
      await heading(page, 'Check your email')
      await page.getByText('Step 3 of 3: Verify').waitFor()
      expect.soft(await findPageFaults(page, { widths: [320] }), 'the third step').toEqual([])

      const other = await site().visit({ width: isPhone ? 1440 : 360, height: 800 })
      await other.goto(await mailedLink(site(), 'CompleteRegistration', email))
      await heading(other, 'Complete your registration')
      expect.soft(await findPageFaults(other, { widths: [320] }), 'the link').toEqual([])
      await other.getByRole('button', { name: 'Complete my registration' }).click()
      await heading(other, 'Registration Complete')
      await other.getByText('Welcome, Perpetua Hallowmere!').waitFor()
      await other.getByRole('heading', { level: 2, name: 'Your first alerts are on' }).waitFor()
      await other.getByText('414 Larkspur Lane').waitFor()
      await other.getByText('My name', { exact: true }).waitFor()
      expect.soft(await findPageFaults(other, { widths: [320] }), 'the completion').toEqual([])
      await other.getByRole('button', { name: 'Send me a sample' }).click()
      await other.getByText(`We sent a sample to ${email}.`).waitFor()
      await vi.waitFor(
        async () =>
          expect((await site().outbox(email)).map(({ subject }) => subject.replaceAll('\u2060', ''))).toContain(
            'SAMPLE: Quit Claim Deed recorded: matches your alert "414 Larkspur Lane"',
          ),
        { timeout: 60_000, interval: 100 },
      )
      await other.getByRole('link', { name: 'Continue' }).click()
      await logInOnPage(other, { username: name, password })
      await other.getByRole('heading', { name: 'My Alerts' }).waitFor()
      await other.getByText('414 Larkspur Lane').first().waitFor()
    },
  )

  it('from the front page to the first alert on a house: 10 screens and 41 presses at most', { timeout }, async () => {
    await openRoll()
    const page = await site().visit({ width, height })
    const journey = await startJourney(page)
    const to = `counted.${email}`
    await page.goto('/', { waitUntil: 'networkidle' })
    await journey.see('Log in')
    await page.getByRole('link', { name: 'New User' }).click()
    await journey.see(isPhone ? 'Your name' : 'About you')
    for (const [next, values] of firstStep(`counted.${name}`)) {
      for (const [label, value] of Object.entries(values)) {
        await field(page, label).click()
        await page.keyboard.type(value)
      }
      const isLast = next === 'What should we watch?'
      if (isPhone || isLast) await page.getByRole('button', { name: /^Next/ }).click()
      if (isPhone && !isLast) await journey.see(next)
    }
    await page.getByText('We found your address in the county’s records.').waitFor()
    await journey.see('What should we watch?')
    await page.getByRole('checkbox', { name: /^I agree to get emails/ }).check()
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
    await journey.see('Check your email')
    const link = await mailedLink(site(), 'CompleteRegistration', to)
    const [mail] = await site().outbox(to)
    await journey.follow('the email', mail?.text ?? '', link)
    await journey.see('Complete your registration')
    await page.getByRole('button', { name: 'Complete my registration' }).click()
    await page.getByRole('heading', { name: 'Your first alerts are on' }).waitFor()
    await page.getByText('412 Larkspur Lane').waitFor()
    await journey.see('Registration Complete')
    const { screens, presses } = journey.finish(`From the front page to the first alert, ${width} px`)
    expect(screens).toBeLessThanOrEqual(10)
    expect(presses).toBeGreaterThan(10)
    expect(presses).toBeLessThanOrEqual(41)
  })

  it('a mistyped email is corrected on the last screen; Not now asks for nothing', { timeout }, async () => {
    const page = await site().visit({ width, height })
    await page.goto('/register')
    await heading(page, isPhone ? 'Your name' : 'About you')
    for (const [, values] of firstStep(`${name}2`)) {
      for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
      if (isPhone) await page.getByRole('button', { name: 'Next' }).click()
    }
    if (!isPhone) await page.getByRole('button', { name: /^Next/ }).click()
    await heading(page, 'What should we watch?')
    await page.getByRole('button', { name: 'Not now' }).click()
    const message = page.getByRole('alertdialog')
    await message.getByRole('button', { name: 'Close' }).click()
    await heading(page, 'Check your email')
    await page.getByText(`${name}2@lantern-street.example`).waitFor()
    await page.getByRole('button', { name: 'Correct the email' }).click()
    await field(page, 'Email').fill(email.replace('@', '.right@'))
    await page.getByRole('button', { name: 'Send the link' }).click()
    await message.getByRole('button', { name: 'Close' }).click()
    await page.getByText(email.replace('@', '.right@')).waitFor()
    const right = email.replace('@', '.right@')
    const late = await mailedLink(site(), 'CompleteRegistration', right)
    // The link is opened after it has expired, long after it was sent.
    const { db } = site().server.deps
    await db
      .updateTable('ticket')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    await db
      .updateTable('notice')
      .set({ created_at: new Date(Date.now() - 61_000) })
      .execute()
    await page.goto(late)
    await page.getByRole('button', { name: 'Complete my registration' }).click()
    await page.getByRole('alert').getByText(messages.registrationExpired).waitFor()
    expect.soft(await findPageFaults(page, { widths: [320] }), 'an expired link').toEqual([])
    await page.getByRole('button', { name: 'Send me a new link' }).click()
    await heading(page, 'Check your email')
    const renewed = () => mailedLink(site(), 'CompleteRegistration', right)
    await expect.poll(renewed).not.toBe(late)
    await page.goto(await renewed())
    await page.getByRole('button', { name: 'Complete my registration' }).click()
    await heading(page, 'Registration Complete')
    await page.getByRole('link', { name: 'Continue' }).waitFor()
    await expect.poll(() => page.getByText(/^Your first alerts? /).count()).toBe(0)
  })

  it('an expired link offers a new one, also to a helper without an account', { timeout }, async () => {
    const page = await site().visit({ width, height })
    const { db } = site().server.deps
    const [ticket] = await db.selectFrom('ticket').selectAll().where('purpose', '=', 'email').limit(1).execute()
    const link = (await site().outbox()).flatMap(
      ({ text }) => /http\S+(\/ConfirmEmail\/[\w-]+)/.exec(text)?.[1] ?? [],
    )[0]
    expect([ticket !== undefined, link]).toEqual([true, expect.stringContaining('/ConfirmEmail/')])
    await db.updateTable('email_address').set({ verified_at: null }).execute()
    await db
      .updateTable('ticket')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    await page.goto(link ?? '')
    await page.getByRole('button', { name: 'Verify this email' }).click()
    await page.getByRole('alert').getByText('This link has expired. Choose Send me a new link.').waitFor()
    expect.soft(await findPageFaults(page, { widths: [320] }), 'an expired link').toEqual([])
    await page.getByRole('button', { name: 'Send me a new link' }).click()
    await heading(page, 'Check your email')
    await page.getByText('If this address still needs a link, we sent a new one to it.').waitFor()
  })
})
