import { expect, it, vi } from 'vitest'
import { RULE_VERSION } from '#shared/matching/version.ts'
import { validCode, makeValidLink } from './valid-links.ts'
import { describeInBrowser, type Site, useSite } from './site.ts'
import { waitForDialogFocus, createKeyboard } from './keyboard.ts'

const linkTo = async (site: Site, kind: string): Promise<string> => {
  const pattern = new RegExp(`http\\S+(/${kind}/[\\w-]+)`)
  return (await site.outbox()).map(({ text }) => pattern.exec(text)?.[1]).find(Boolean) ?? ''
}

/** A phone, and a window of a desk. */
const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]
const timeout = 180_000

describeInBrowser.each(sizes)('by keyboard alone, $width pixels wide', (size) => {
  const site = useSite()

  it('registers after correcting errors, and recovers usernames and passwords', { timeout }, async () => {
    const page = await site().visit(size)
    const keys = createKeyboard(page)
    const summary = page.getByRole('alertdialog')
    const invalid = () => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))
    await page.goto('/register')
    await page.getByRole('heading', { name: 'User Registration' }).waitFor()
    await keys.typeIn({ Username: 'q', Phone: '612' })
    await keys.press('Register')
    await summary.waitFor()
    // OK has the focus, and closing leads to the first field that is wrong.
    await page.keyboard.press('Enter')
    await summary.waitFor({ state: 'hidden' })
    await expect.poll(invalid).toBe('true')
    expect((await keys.focused()).hidden).toBe('')
    await keys.open('Cancel')
    // What was typed would be lost.
    await summary.waitFor()
    await keys.press('Leave')
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await keys.open('Forgot Username')
    await page.getByRole('heading', { name: 'Forgot Username' }).waitFor()
    await keys.typeIn({ 'Registered email': 'nobody@lantern-street.example' })
    await keys.press('Send Email')
    await summary.getByText('If this email belongs to an account').waitFor()
    await page.keyboard.press('Escape')
    await summary.waitFor({ state: 'hidden' })
    await keys.open('Go to log in')
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
  })

  it('changes profile and password, and every dialog returns the focus', { timeout }, async () => {
    const page = await site().visitHome(size)
    const keys = createKeyboard(page)
    const dialog = (name: string) => page.getByRole('dialog', { name })
    const leave = async () => {
      await page.getByRole('alertdialog').waitFor()
      await keys.press('Leave')
    }
    await keys.press('Profile')
    await dialog('Profile').getByLabel('First name').waitFor()
    await keys.press('Change Password')
    await dialog('Change Password').waitFor()
    await keys.typeIn({ 'New password': 'short' })
    await keys.press('Update')
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
    expect((await keys.focused()).hidden).toBe('')
    await keys.press('Back')
    await leave()
    await dialog('Profile').getByLabel('First name').waitFor()
    await keys.typeIn({ City: 'Elsewhere' })
    await page.keyboard.press('Escape')
    await leave()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    // Several dialogs later, still to what opened the first.
    await expect.poll(async () => (await keys.focused()).name).toContain('Profile')
  })

  it('goes through lists with filters, look-ups and pager', { timeout }, async () => {
    const page = await site().visitHome(size)
    const keys = createKeyboard(page)
    const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
    await keys.open('Details: My Alerts')
    await dialog('My Alerts').getByText('Displaying Results').waitFor()
    await keys.press('Find by email')
    await dialog('My Email Address List').getByRole('listitem').first().waitFor()
    await page.keyboard.press('Escape')
    await dialog('My Email Address List').waitFor({ state: 'hidden' })
    await expect.poll(async () => (await keys.focused()).name).toBe('Find by email')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(async () => (await keys.focused()).name).toBe('Details: My Alerts')
    await keys.open('Details: Alert History')
    await dialog('Alert History').getByText('Displaying Results').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(async () => (await keys.focused()).name).toBe('Details: Alert History')
  })

  it('sets up an alert: types, the rule, look-up, errors', { timeout }, async () => {
    const page = await site().visitHome(size)
    const keys = createKeyboard(page)
    const setup = page.getByRole('dialog', { name: 'Alert Setup' })
    await keys.press('Add New Alert')
    await setup.getByLabel('First name').waitFor()
    // The kinds are one stop; arrows choose.
    await keys.tabTo('Person', { exact: false })
    await page.keyboard.press('ArrowDown')
    await setup.getByLabel('Business or trust name').waitFor()
    await keys.typeIn({ 'Business or trust name': 'Farrow Family Trust' })
    await setup.getByText('The same name without “Trust”.').waitFor()
    await keys.press('How we match names')
    const help = page.getByRole('dialog', { name: 'How we match names' })
    await help.getByText('SMITH JAMES').waitFor()
    await waitForDialogFocus(help)
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'hidden' })
    await expect.poll(async () => (await keys.focused()).name).toBe('How we match names')
    await keys.press('Done')
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
    expect((await keys.focused()).hidden).toBe('')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor()
    await keys.press('Leave')
    await setup.waitFor({ state: 'hidden' })
    await expect.poll(async () => (await keys.focused()).name).toBe('Add New Alert')
  })

  it('answers a notice, stops and starts alerts, confirms', { timeout }, async () => {
    const page = await site().visit(size)
    const keys = createKeyboard(page)
    await page.goto(await linkTo(site(), 'notice'))
    await page.getByRole('heading', { name: 'Why you got this' }).waitFor()
    await keys.press('I expected this')
    await page.getByRole('heading', { name: 'You said: I expected this' }).waitFor()
    expect((await keys.focused()).hidden).toBe('')
    await keys.press('Take my answer back')
    await page.getByRole('button', { name: 'This looks wrong' }).waitFor()
    await page.goto(await linkTo(site(), 'unsubscribe'))
    await page.getByRole('heading', { name: 'Unsubscribe from these alerts?' }).waitFor()
    await keys.press('Unsubscribe this address from all alerts')
    await page.getByRole('heading', { name: 'You’re unsubscribed from all alerts' }).waitFor()
    await keys.press('Subscribe again')
    await page.getByRole('heading', { name: 'You’re subscribed again' }).waitFor()
    await page.goto('/ConfirmPhone/cut-short')
    await page.getByRole('heading', { name: 'Verify your phone' }).waitFor()
    await keys.press('Confirm')
    await page.getByRole('heading', { name: 'Unable to verify phone' }).waitFor()
    await keys.tabTo('Go to your alerts')
  })

  it('follows links that work', { timeout }, async () => {
    const page = await site().visit(size)
    const keys = createKeyboard(page)
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    const follow = async (purpose: Parameters<typeof makeValidLink>[1], name: string) => {
      await page.goto(await makeValidLink(site(), purpose))
      await heading(name)
    }
    await follow('registration', 'Registration Complete')
    await keys.open('Continue')
    await heading('Log in')
    await follow('not-me', 'Stop the change to your email address?')
    await keys.press('This was not me')
    await heading('We stopped the change')
    await keys.tabTo('Set a new password')
    await follow('usernames', 'Your username')
    await keys.open('Go to log in')
    await heading('Log in')
    for (const [purpose, name] of [
      ['email', 'Email Verification Complete'],
      ['profile-email', 'Email verified'],
    ] as const) {
      await follow(purpose, name)
      await keys.open('Go to your alerts')
      await heading('Log in')
    }
    await follow('phone', 'Verify your phone')
    await keys.press('Confirm')
    await heading('Your phone is verified')
    await keys.tabTo('Go to your alerts')
    const code = 'Or type the six-digit code from the text'
    await follow('phone', 'Verify your phone')
    await keys.typeIn({ [code]: '000000' })
    await keys.press('Confirm with the code')
    await page.getByRole('alert').getByText('That is not the code we sent.').waitFor()
    await keys.at(code)
    await keys.write(validCode)
    await page.keyboard.press('Enter')
    await heading('Your phone is verified')
    await follow('password', 'Create a new password')
    await keys.typeIn({ 'New password': 'LoudBrook@7714', 'Confirm password': 'LoudBrook@7714' })
    await keys.press('Update')
    await page.getByRole('alertdialog').getByText('You may now log in.').waitFor()
    await keys.press('Close')
    await heading('You have a new password')
    await keys.open('Go to log in')
    await heading('Log in')
  })

  it('turns the pages of a long list', { timeout }, async () => {
    const { server, login, visitHome } = site()
    const { db } = server.deps
    const { id } = await db
      .selectFrom('user')
      .select('id')
      .where('username', '=', login.username)
      .executeTakeFirstOrThrow()
    const many = Array.from({ length: 320 }, (_, index) => ({
      user_id: id,
      name: `Lot ${index}`,
      alert_type: 'PARCEL_ID' as const,
      parcel_id: `18-04-${index}`,
      criteria: `18-04-${index}`,
      rule_version: RULE_VERSION,
    }))
    await db.insertInto('alert').values(many).execute()
    const page = await visitHome(size)
    const keys = createKeyboard(page)
    await keys.open('Details: My Alerts')
    const list = page.getByRole('dialog', { name: 'My Alerts' })
    await list.getByText('Displaying Results: 1-10 of 324').waitFor()
    for (const [move, rows, back] of [
      ['Next', '11-20', false],
      ['Forward 10 pages', '111-120', false],
      ['Prev', '101-110', true],
      ['Back 10 pages', '1-10', true],
      ['Page 3', '21-30', false],
    ] as const) {
      await keys.tabTo(move, { back })
      await page.keyboard.press('Enter')
      await list.getByText(`Displaying Results: ${rows} of 324`).waitFor()
      // The press leaves the focus where it was, to be pressed again.
      expect((await keys.focused()).name).toBe(move)
    }
  })

  // What follows is the same at any width.
  if (size.width > 640) return

  it('loses no keys on a slow machine', { timeout }, async () => {
    const page = await site().visitHome(size)
    const keys = createKeyboard(page)
    const setup = page.getByRole('dialog', { name: 'Alert Setup' })
    await keys.press('Add New Alert')
    await waitForDialogFocus(setup)
    await keys.typeIn({ 'First name': 'Ottilie' })
    const machine = await page.context().newCDPSession(page)
    await machine.send('Emulation.setCPUThrottlingRate', { rate: 20 })
    // The second one reaches the form too: the question that the first one raised is not drawn yet.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await machine.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await keys.answer('Leave without saving?', 'Stay here')
    await setup.waitFor()
    await expect.poll(() => page.getByRole('alertdialog', { includeHidden: true }).count()).toBe(0)
    await expect.poll(() => setup.getByLabel('First name').inputValue()).toBe('Ottilie')
  })

  it('moves both ways in a dialog after a field closes, and closes one layer at a time', { timeout }, async () => {
    const page = await site().visitHome(size)
    const keys = createKeyboard(page)
    const setup = page.getByRole('dialog', { name: 'Alert Setup' })
    await keys.press('Add New Alert')
    await waitForDialogFocus(setup)
    await page.keyboard.press('Shift+Tab')
    await keys.at('Done')
    await keys.typeIn({ 'First name': 'Wren', 'Last name': 'Halloway' })
    await keys.press('+ Add a phone')
    await keys.typeIn({ 'Mobile phone': '6125550163' })
    await keys.check('I agree to get text messages')
    await keys.tabTo('I agree to get emails', { exact: false, back: true })
    await page.keyboard.press('Space')
    await keys.press('Done')
    await setup.getByText('Alert saved.').waitFor()
    const code = await vi.waitFor(async () => {
      const [asked] = await site().outbox('+16125550163')
      const found = /\b\d{6}\b/.exec(asked?.text ?? '')?.[0]
      expect(found).toBeDefined()
      return found ?? ''
    }, 10_000)
    await keys.typeIn({ 'Code from the text': code })
    await page.keyboard.press('Enter')
    const toast = page.getByRole('listitem').filter({ hasText: 'is verified.' })
    await toast.waitFor()
    // The field that had the focus is gone.
    await expect.poll(async () => (await keys.focused()).name).toBe('the box of a dialog')
    await page.keyboard.press('Shift+Tab')
    await keys.at('Close')
    await page.keyboard.press('Escape')
    await setup.waitFor({ state: 'hidden' })
    await expect.poll(() => toast.count()).toBe(1)
    await page.keyboard.press('Escape')
    await toast.waitFor({ state: 'hidden' })
  })

  it('moves to the next field even though the form changes', { timeout }, async () => {
    const page = await site().visitHome(size)
    const keys = createKeyboard(page)
    await keys.press('Add New Alert')
    await waitForDialogFocus(page.getByRole('dialog', { name: 'Alert Setup' }))
    await keys.tabTo('First name')
    // As when what the server answered is drawn at that very moment.
    await page.evaluate(() =>
      document.addEventListener('focusout', () => {
        const hint = document.createElement('p')
        document.querySelector('[role=dialog]')?.append(hint)
        hint.remove()
      }),
    )
    const reached = expect.poll(async () => (await keys.focused()).name, { timeout: 5_000 })
    await page.keyboard.press('Tab')
    await reached.toBe('Last name')
    await page.keyboard.press('Shift+Tab')
    await reached.toBe('First name')
  })

  it('answers from the history; pauses an alert and resumes it', { timeout }, async () => {
    const { db } = site().server.deps
    const page = await site().visitHome(size)
    const keys = createKeyboard(page)
    const history = page.getByRole('dialog', { name: 'Alert History' })
    await keys.open('Details: Alert History')
    await history.getByText('Displaying Results').waitFor()
    await keys.tabTo('Answer, or see what to do: ', { exact: false })
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Why you got this' }).waitFor()
    await keys.press('This is not about me')
    // The record lists a parcel of hers, too.
    await waitForDialogFocus(page.getByRole('heading', { name: 'One more question' }))
    await keys.press('No, it’s not my property')
    await page.getByRole('heading', { name: 'You said: This is not about me' }).waitFor()
    await page.goto('/home?show=history')
    await history.getByText('Answered: This is not about me').first().waitFor()
    await keys.tabTo('See what to do, or change your answer: ', { exact: false })
    const answers = () => db.selectFrom('notice_answer').select('answer').execute()
    expect(await answers()).toContainEqual({ answer: 'not-me' })
    await page.keyboard.press('Escape')
    await history.waitFor({ state: 'hidden' })

    const setup = page.getByRole('dialog', { name: 'Alert Setup' })
    const pausedUntil = async () =>
      (await db.selectFrom('alert').select('paused_until').where('name', '=', 'Home parcel').executeTakeFirst())
        ?.paused_until
    const pause = async (until: string) => {
      await keys.open('Home parcel')
      await waitForDialogFocus(setup)
      await setup.getByLabel('Pause until').waitFor()
      await keys.tabTo('Pause until (optional)')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Delete')
      await page.keyboard.type(until)
      await keys.press('Done')
      await setup.getByText('Alert saved.').waitFor()
      await keys.press('Close')
      await setup.waitFor({ state: 'hidden' })
      await keys.at('Home parcel')
    }
    await pause('12/31/2090')
    expect(await pausedUntil()).toBe('2090-12-31')
    await page.getByText('Paused until 12/31/2090').first().waitFor()
    await pause('')
    expect(await pausedUntil()).toBeNull()
  })
})
