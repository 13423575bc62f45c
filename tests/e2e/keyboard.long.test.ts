import { expect, it, vi } from 'vitest'
import { RULE_VERSION } from '#shared/matching/public.ts'
import { waitForDialogFocus, createKeyboard } from './keyboard.ts'
import { describeInBrowser, useSite } from './site.ts'
import { mailedLink, validCode, makeValidLink } from './valid-links.ts'

/** A phone, and a window of a desk. */
const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]
const timeout = 300_000

describeInBrowser.each(sizes)('by keyboard alone, $width pixels wide', (size) => {
  const site = useSite()

  it('registers after correcting errors, and recovers usernames and passwords', { timeout }, async () => {
    const page = await site().visit(size)
    const keys = createKeyboard(page)
    const summary = page.getByRole('alertdialog')
    const invalid = () => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))
    await page.goto('/register')
    await keys.run([
      ['heading', size.width < 640 ? 'Your name' : 'About you'],
      ['typeIn', { 'Last name': 'Quillfeather' }],
      ['press', size.width < 640 ? 'Next' : 'Next: what to watch'],
      () => summary.waitFor(),
      // OK has the focus, and closing leads to the first invalid field.
      ['key', 'Enter'],
      () => summary.waitFor({ state: 'hidden' }),
      () => expect.poll(invalid).toBe('true'),
      async () => expect((await keys.focused()).hidden).toBe(''),
      ['press', 'Cancel'],
      // Typed text would be lost.
      () => summary.waitFor(),
      ['press', 'Leave'],
      ['heading', 'Log in'],
      ['press', 'Forgot Username'],
      ['heading', 'Forgot Username'],
      ['typeIn', { 'Registered email': 'nobody@lantern-street.example' }],
      ['press', 'Send Email'],
      () => summary.getByText('If this email belongs to an account').waitFor(),
      ['key', 'Escape'],
      () => summary.waitFor({ state: 'hidden' }),
      ['press', 'Go to log in'],
      ['heading', 'Log in'],
    ])
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
    await keys.run([
      ['typeIn', { 'New password': 'short' }],
      ['press', 'Update'],
      () => page.getByRole('alertdialog').waitFor(),
      ['key', 'Enter'],
      () => page.getByRole('alertdialog').waitFor({ state: 'hidden' }),
      async () => expect((await keys.focused()).hidden).toBe(''),
      ['press', 'Back'],
    ])
    await leave()
    await dialog('Profile').getByLabel('First name').waitFor()
    await keys.typeIn({ City: 'Elsewhere' })
    await page.keyboard.press('Escape')
    await leave()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    // After several dialogs, the focus still returns to what opened the first.
    await expect.poll(async () => (await keys.focused()).name).toContain('Profile')
  })

  it('uses lists with filters, lookups and pager', { timeout }, async () => {
    const page = await site().visitHome(size)
    const keys = createKeyboard(page)
    const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
    await keys.press('Details: My Alerts')
    await dialog('My Alerts').getByText('Displaying Results').waitFor()
    await keys.press('Filter')
    await keys.press('Find by email')
    await dialog('My Email Address List').getByRole('listitem').first().waitFor()
    await page.keyboard.press('Escape')
    await dialog('My Email Address List').waitFor({ state: 'hidden' })
    await expect.poll(async () => (await keys.focused()).name).toBe('Find by email')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(async () => (await keys.focused()).name).toBe('Details: My Alerts')
    await keys.press('Details: Alert History')
    await dialog('Alert History').getByText('Displaying Results').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(async () => (await keys.focused()).name).toBe('Details: Alert History')
  })

  it('sets up an alert: types, the rule, lookup, errors', { timeout }, async () => {
    const page = await site().visitHome(size)
    const keys = createKeyboard(page)
    const setup = page.getByRole('dialog', { name: 'Alert Setup' })
    await keys.run([
      ['press', 'Add New Alert'],
      () => setup.getByLabel('First name').waitFor(),
      // The types are one stop; arrows choose.
      ['tabTo', 'Person', { exact: false }],
      ['key', 'ArrowDown'],
      () => setup.getByLabel('Business or trust name').waitFor(),
      ['typeIn', { 'Business or trust name': 'Farrow Family Trust' }],
      () => setup.getByText('The same name without “Trust”.').waitFor(),
      ['press', 'How we match names'],
    ])
    const help = page.getByRole('dialog', { name: 'How we match names' })
    await help.getByText('SMITH JAMES').waitFor()
    await waitForDialogFocus(help)
    await keys.run([
      ['key', 'Escape'],
      () => help.waitFor({ state: 'hidden' }),
      async () => await expect.poll(async () => (await keys.focused()).name).toBe('How we match names'),
      ['press', 'Done'],
      () => page.getByRole('alertdialog').waitFor(),
      ['key', 'Enter'],
      () => page.getByRole('alertdialog').waitFor({ state: 'hidden' }),
      async () => expect((await keys.focused()).hidden).toBe(''),
      ['key', 'Escape'],
      () => page.getByRole('alertdialog').waitFor(),
      ['press', 'Leave'],
    ])
    await setup.waitFor({ state: 'hidden' })
    await expect.poll(async () => (await keys.focused()).name).toBe('Add New Alert')
  })

  it('answers a notice, unsubscribes and resumes alerts, confirms', { timeout }, async () => {
    const page = await site().visit(size)
    const keys = createKeyboard(page)
    await page.goto(await mailedLink(site(), 'notice'))
    await keys.run([
      ['heading', 'Why you got this'],
      ['press', 'I expected this'],
      ['heading', 'You said: I expected this'],
      async () => expect((await keys.focused()).hidden).toBe(''),
      ['press', 'Change my answer'],
      () => page.getByRole('button', { name: 'This looks wrong' }).waitFor(),
      async () => await page.goto(await mailedLink(site(), 'unsubscribe')),
      ['heading', 'Unsubscribe from these alerts?'],
      ['press', 'Unsubscribe this address from all alerts'],
      ['heading', 'You’re unsubscribed from all alerts'],
      ['press', 'Subscribe again'],
      ['heading', 'You’re subscribed again'],
      () => page.goto('/ConfirmPhone/cut-short'),
      ['heading', 'Verify your phone'],
      ['press', 'Confirm'],
      ['heading', 'Unable to verify phone'],
      ['tabTo', 'Go to your alerts'],
    ])
  })

  it('follows links that work', { timeout }, async () => {
    const page = await site().visit(size)
    const keys = createKeyboard(page)
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    const follow = async (purpose: Parameters<typeof makeValidLink>[1], name: string) => {
      await page.goto(await makeValidLink(site(), purpose))
      await heading(name)
    }
    await follow('registration', 'Complete your registration')
    await keys.press('Complete my registration')
    await heading('Registration Complete')
    await keys.press('Continue')
    await heading('Log in')
    await follow('not-me', 'Stop the change to your email address?')
    await keys.run([
      ['press', 'This was not me'],
      ['heading', 'We stopped the change'],
      ['tabTo', 'Set a new password'],
    ])
    await follow('usernames', 'See your username')
    await keys.press('Show my username')
    await heading('Your username')
    await keys.press('Go to log in')
    await heading('Log in')
    for (const [purpose, name, outcome] of [
      ['email', 'Verify your email', 'Email Verification Complete'],
      ['profile-email', 'Verify your new email', 'Email verified'],
    ] as const) {
      await follow(purpose, name)
      await keys.press('Verify this email')
      await heading(outcome)
      await keys.press('Go to your alerts')
      await heading('Log in')
    }
    await follow('phone', 'Verify your phone')
    await keys.run([
      ['press', 'Confirm'],
      ['heading', 'Your phone is verified'],
      ['tabTo', 'Go to your alerts'],
    ])
    const code = 'Or type the six-digit code from the text'
    await follow('phone', 'Verify your phone')
    await keys.run([
      ['typeIn', { [code]: '000000' }],
      ['press', 'Confirm with the code'],
      () => page.getByRole('alert').getByText('That is not the code we sent.').waitFor(),
      ['at', code],
      ['write', validCode],
      ['key', 'Enter'],
      ['heading', 'Your phone is verified'],
    ])
    await follow('password', 'Create a new password')
    await keys.run([
      ['typeIn', { 'New password': 'LoudBrook@7714', 'Confirm password': 'LoudBrook@7714' }],
      ['press', 'Update'],
      () => page.getByRole('alertdialog').getByText('You may now log in.').waitFor(),
      ['press', 'Close'],
      ['heading', 'You have a new password'],
      ['press', 'Go to log in'],
      ['heading', 'Log in'],
    ])
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
    await keys.press('Details: My Alerts')
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

  // The rest is the same at any width.
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
    // The second press also reaches the form: the question that the first one opened is not drawn yet.
    await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Escape')])
    await keys.run([
      () => machine.send('Emulation.setCPUThrottlingRate', { rate: 1 }),
      ['answer', 'Leave without saving?', 'Stay here'],
    ])
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
    await keys.run([
      ['key', 'Shift+Tab'],
      ['at', 'Done'],
      ['typeIn', { 'First name': 'Wren', 'Last name': 'Halloway' }],
      ['press', '+ Add a phone'],
      ['typeIn', { 'Mobile phone': '6125550163' }],
      ['check', 'I agree to get text messages'],
      ['tabTo', 'I agree to get emails', { exact: false, back: true }],
      ['key', 'Space'],
      ['press', 'Done'],
    ])
    await setup.getByText('Alert saved.').waitFor()
    const code = await vi.waitFor(async () => {
      const [asked] = await site().outbox('+16125550163')
      const found = /\b\d{6}\b/.exec(asked?.text ?? '')?.[0]
      expect(found).toBeDefined()
      return found ?? ''
    }, 60_000)
    await keys.typeIn({ 'Code from the text': code })
    await page.keyboard.press('Enter')
    const toast = page.getByRole('listitem').filter({ hasText: 'is verified.' })
    await toast.waitFor()
    // The field that had the focus was removed.
    await expect.poll(async () => (await keys.focused()).name).toBe('the box of a dialog')
    await keys.run([
      ['key', 'Shift+Tab'],
      ['at', 'Close'],
      ['key', 'Escape'],
      () => setup.waitFor({ state: 'hidden' }),
      () => expect.poll(() => toast.count()).toBe(1),
      ['key', 'Escape'],
    ])
    await toast.waitFor({ state: 'hidden' })
  })

  it('moves to the next field even though the form changes', { timeout }, async () => {
    const page = await site().visitHome(size)
    const keys = createKeyboard(page)
    await keys.press('Add New Alert')
    await waitForDialogFocus(page.getByRole('dialog', { name: 'Alert Setup' }))
    await keys.tabTo('First name')
    // As when the server's answer is drawn at that very moment.
    await page.evaluate(() =>
      document.addEventListener('focusout', () => {
        const hint = document.createElement('p')
        document.querySelector('[role=dialog]')?.append(hint)
        hint.remove()
      }),
    )
    const reached = expect.poll(async () => (await keys.focused()).name, { timeout: 60_000 })
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
    await keys.run([
      ['press', 'Details: Alert History'],
      () => history.getByText('Displaying Results').waitFor(),
      ['press', 'Answer, or see what to do: ', { exact: false }],
      ['heading', 'Why you got this'],
      ['press', 'This is not about me'],
    ])
    // The record also lists the resident's own parcel.
    await waitForDialogFocus(page.getByRole('heading', { name: 'One more question' }))
    await keys.run([
      ['press', 'No, it’s not my property'],
      ['heading', 'You said: This is not about me'],
      () => page.goto('/home?show=history'),
      () => history.getByText('Not about me').first().waitFor(),
      // It is closed, because another record waits.
      ['press', 'Not about me', { exact: false }],
      ['tabTo', 'See what to do, or change your answer: ', { exact: false }],
    ])
    const answers = () => db.selectFrom('notice_answer').select('answer').execute()
    expect(await answers()).toContainEqual({ answer: 'not-me' })
    await page.keyboard.press('Escape')
    await history.waitFor({ state: 'hidden' })

    const setup = page.getByRole('dialog', { name: 'Alert Setup' })
    const pausedUntil = async () =>
      (await db.selectFrom('alert').select('paused_until').where('name', '=', 'Home parcel').executeTakeFirst())
        ?.paused_until
    const pause = async (until: string) => {
      await keys.press('Home parcel')
      await waitForDialogFocus(setup)
      await setup.getByLabel('Pause until').waitFor()
      await keys.run([
        ['tabTo', 'Pause until (optional)'],
        ['key', 'ControlOrMeta+a'],
        ['key', 'Delete'],
        () => page.keyboard.type(until),
        ['press', 'Done'],
        () => setup.getByText('Alert saved.').waitFor(),
        ['press', 'Close'],
        () => setup.waitFor({ state: 'hidden' }),
        ['at', 'Home parcel'],
      ])
    }
    await pause('12/31/2090')
    expect(await pausedUntil()).toBe('2090-12-31')
    await page.getByText('Paused until 12/31/2090').first().waitFor()
    await pause('')
    expect(await pausedUntil()).toBeNull()
  })
})
