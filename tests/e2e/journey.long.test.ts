import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { describeInBrowser, logInOnPage, type OutboxMessage, useSite } from './site.ts'
import { linkPurposes, makeKeepLink, makeUndoLink, makeValidLink } from './valid-links.ts'

/** How long a test waits before it gives up; `npm run bench` measures how fast notices are. */
const within = { timeout: 60_000, interval: 25 }

const linkIn = (message: OutboxMessage | undefined, path: string): string =>
  new RegExp(`http\\S+/${path}/[\\w-]+`).exec(message?.text ?? '')?.[0] ?? ''

describeInBrowser('from a record to a notice', () => {
  const site = useSite()

  it('notifies a verified recipient, and lists the notice in the history', async () => {
    const { visit, login, outbox, post } = site()
    const page = await visit()
    const to = 'helper@lantern-street.example'

    await page.goto('/home?alert=new')
    await page.getByText('Please log in to continue.').waitFor()
    await logInOnPage(page, login)

    // The preview names past records.
    const setup = page.getByRole('dialog', { name: 'Alert Setup' })
    await setup.getByLabel('First name').fill('Thessaly')
    await setup.getByLabel('Last name').fill('Brandvold')
    await setup.getByText('BRANDVOLD THESSALY M').waitFor()
    await expect.poll(() => setup.getByLabel('Alert Nickname').inputValue()).toBe('Thessaly Brandvold')

    await setup.getByRole('textbox', { name: 'Email address' }).fill(to)
    await setup.getByRole('checkbox', { name: /I agree to get emails/ }).check()
    await setup.getByLabel('Alert Nickname').fill('My second name')
    await setup.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('alertdialog').getByText('One message would name both alerts.').waitFor()
    await page.getByRole('button', { name: 'Yes, add it' }).click()
    await setup.getByText('Alert saved.').waitFor()
    await setup.getByText('Verification Needed').waitFor()

    // The link in the dev inbox confirms; the open dialog shows it.
    const [asked] = await vi.waitFor(async () => {
      const messages = await outbox(to)
      expect(messages).toHaveLength(1)
      return messages
    }, within)
    const other = await visit()
    await other.goto(linkIn(asked, 'ConfirmEmail'))
    await other.getByRole('button', { name: 'Verify this email' }).click()
    await other.getByRole('heading', { name: 'Email Verification Complete' }).waitFor()
    await setup.getByText('Verified', { exact: true }).waitFor()
    await setup.getByRole('button', { name: 'Close' }).last().click()

    await post({ id: '2026-900001', grantor: 'BRANDVOLD THESSALY R' })
    await vi.waitFor(async () => {
      const [newest] = await outbox(to)
      expect(newest?.subject).toContain('Quit Claim Deed recorded')
    }, within)

    const row = page.getByRole('listitem').filter({ has: page.locator('summary', { hasText: '2026-900001' }) })
    await row.waitFor({ timeout: 60_000 })

    // From there to the page that takes an answer; a logged-out reader logs in first, and returns to it.
    const link = row.getByRole('link', { name: 'Answer, or see what to do: 2026-900001' })
    if (!(await link.isVisible())) await row.locator('summary').click()
    await row.getByText('My second name').waitFor()
    const path = (await link.getAttribute('href')) ?? ''
    await link.click()
    await page.getByRole('heading', { name: 'Why you got this' }).waitFor()
    const later = await visit()
    await later.goto(path)
    await logInOnPage(later, login)
    await later.getByRole('heading', { name: 'Why you got this' }).waitFor()
    await later.goto('/home/notice/999999999')
    await later.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor()
  })

  it('records an answer to a notice, and undoes it', async () => {
    const { visit, outbox } = site()
    const notice = (await outbox()).find(
      ({ channel, text }) => channel === 'EMAIL' && linkIn({ text } as OutboxMessage, 'notice'),
    )
    const page = await visit()
    await page.goto(linkIn(notice, 'notice'))
    await page.getByRole('heading', { name: 'Why you got this' }).waitFor()
    await page.getByRole('button', { name: 'This looks wrong' }).click()
    await page.getByRole('heading', { name: 'You said: This looks wrong' }).waitFor()
    expect(await page.getByRole('link', { name: '(612) 555-0100' }).getAttribute('href')).toBe('tel:6125550100')
    // The answer is stored: another visit shows it.
    await page.reload()
    await page.getByRole('button', { name: 'Take my report back' }).click()
    await page.getByRole('button', { name: 'I expected this' }).waitFor()
  })

  it("shows on the text's page the answer from the email, and undoes it", async () => {
    const { visit, outbox } = site()
    const about = async (channel: string) =>
      linkIn(
        await vi.waitFor(async () => {
          const found = (await outbox()).find((one) => one.channel === channel && one.text.includes('2026-048300'))
          expect(found).toBeDefined()
          return found
        }, within),
        'notice',
      )
    const page = await visit()
    await page.goto(await about('EMAIL'))
    await page.getByRole('button', { name: 'I expected this' }).click()
    await page.getByRole('heading', { name: 'You said: I expected this' }).waitFor()
    await page.goto(await about('PHONE'))
    await page.getByRole('heading', { name: 'You said: I expected this' }).waitFor()
    await page
      .getByText('This answer was given on another message about this record. The newest answer counts.')
      .waitFor()
    await page.goto(`${await about('PHONE')}?answer=wrong`)
    await page.getByRole('heading', { name: 'You chose “This looks wrong”' }).waitFor()
    await page.goto(await about('PHONE'))
    await page.getByRole('button', { name: 'Change my answer' }).click()
    await page.getByRole('button', { name: 'This looks wrong' }).waitFor()
    await page.goto(await about('EMAIL'))
    await page.getByRole('heading', { name: 'Do you recognize this record?' }).waitFor()
  })

  it('confirms the answer on the home page after returning to it', async () => {
    const page = await site().visitHome()
    await page.getByLabel('Automatic updates').selectOption({ label: 'Paused' })
    await page
      .getByRole('link', { name: /More about this record/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'I expected this' }).click()
    await page.getByRole('heading', { name: 'You said: I expected this' }).waitFor()
    // The page of the answer, then the page of the question, which also shows it.
    await page.goBack()
    await page.getByRole('heading', { name: 'You said: I expected this' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'My Alerts' }).waitFor()
    await page.getByText('Expected', { exact: true }).first().waitFor()
    await page.goForward()
    await page.getByRole('button', { name: 'Change my answer' }).click()
    await page.getByRole('heading', { name: 'Do you recognize this record?' }).waitFor()
    await page.getByRole('link', { name: 'Go to your alerts' }).click()
    await page.getByRole('heading', { name: 'You said: I expected this' }).waitFor({ state: 'hidden' })
  })

  it('preselects the answer chosen in the message, and sends it only when pressed', async () => {
    const { visit, outbox } = site()
    const notice = (await outbox()).find(
      ({ channel, text }) => channel === 'EMAIL' && linkIn({ text } as OutboxMessage, 'notice'),
    )
    const page = await visit()
    await page.goto(`${linkIn(notice, 'notice').replace(/\?.*/, '')}?answer=not-me`)
    await page.getByRole('heading', { name: 'You chose “This is not about me”' }).waitFor()
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
    expect(headings[0]).toBe('You chose “This is not about me”')
    const buttons = await page.getByRole('main').getByRole('button').allTextContents()
    expect(buttons.slice(0, 3)).toEqual(['This is not about me', 'I expected this', 'This looks wrong'])
    await page.getByRole('button', { name: 'This is not about me' }).click()
    await page.getByRole('heading', { name: 'You said: This is not about me' }).waitFor()
    await page.getByRole('button', { name: 'Change my answer' }).click()
    await page.getByRole('heading', { name: 'Do you recognize this record?' }).waitFor()
  })

  it('asks on the first screen of a phone, and asks again before it mutes a record of the reader’s parcel', async () => {
    const { visit, outbox, post } = site()
    const phoneSize = { width: 360, height: 640 }
    await post({ id: '2026-900002', grantor: 'STRANGER ODELL', parcels: ['17-03-123-045'] })
    const about = async (channel: string) =>
      linkIn(
        await vi.waitFor(async () => {
          // Staff also get an email about it, once it looks wrong.
          const isNotice = (one: OutboxMessage) => one.channel === channel && linkIn(one, 'notice') !== ''
          const found = (await outbox()).find((one) => isNotice(one) && one.text.includes('2026-900002'))
          expect(found).toBeDefined()
          return found
        }, within),
        'notice',
      )
    const page = await visit(phoneSize)
    await page.goto(await about('PHONE'))
    const main = page.getByRole('main')
    for (const part of [
      main.getByRole('button', { name: 'I expected this' }),
      main.getByRole('button', { name: 'This is not about me' }),
      main.getByRole('button', { name: 'This looks wrong' }),
      main.getByRole('link', { name: '(612) 555-0100' }),
    ]) {
      const box = await part.boundingBox()
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(phoneSize.height)
    }

    await main.getByRole('button', { name: 'This is not about me' }).click()
    await page.getByRole('heading', { name: 'One more question' }).waitFor()
    await main.getByText('This record lists parcel 17-03-123-045.').waitFor()
    const mutes = () => site().server.deps.db.selectFrom('record_mute').selectAll().execute()
    const before = (await mutes()).length
    await main.getByRole('button', { name: 'Yes, and this looks wrong' }).click()
    await page.getByRole('heading', { name: 'You said: This looks wrong' }).waitFor()
    await main.getByRole('link', { name: '(612) 555-0100' }).waitFor()
    await page.getByRole('button', { name: 'Take my report back' }).click()
    await page.getByRole('heading', { name: 'Do you recognize this record?' }).waitFor()
    expect(await mutes()).toHaveLength(before)

    // The answer in the email's link leads to the same question, and to no advice about the name.
    await page.goto(`${await about('EMAIL')}?answer=not-me`)
    await page.getByRole('heading', { name: 'One more question' }).waitFor()
    await main.getByRole('button', { name: 'No, it’s not my property' }).click()
    await page.getByRole('heading', { name: 'You said: This is not about me' }).waitFor()
    await expect.poll(() => page.getByText('middle name').count()).toBe(0)
    expect(await mutes()).toHaveLength(before + 1)
  })

  it('changes nothing for a scanner that opens every link of every message and runs its scripts', async () => {
    const { visit, outbox, url, server } = site()
    const { db } = server.deps
    const made = await Promise.all([
      ...linkPurposes.map((purpose) => makeValidLink(site(), purpose)),
      makeKeepLink(site()),
      makeUndoLink(site()),
    ])
    const mailed = (await outbox()).flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
    const links = new Set(mailed.filter((link) => link.startsWith(url)))
    const tables = [
      'alert',
      'alert_email',
      'alert_phone',
      'alert_exception',
      'notice_answer',
      'notice_change',
      'record_mute',
      'suppression',
      'ticket',
    ] as const
    const readAll = async () => ({
      users: await db
        .selectFrom('user')
        .select([
          'id',
          'status',
          'email',
          'pending_email',
          'email_verified_at',
          'password_hash',
          'purge_on',
          'enrollment_unproven',
        ])
        .orderBy('id')
        .execute(),
      emails: await db.selectFrom('email_address').select(['id', 'verified_at']).orderBy('id').execute(),
      phones: await db.selectFrom('phone').select(['id', 'verified_at']).orderBy('id').execute(),
      rows: await Promise.all(
        tables.map((table) => sql`select t::text from ${sql.table(table)} t order by t::text`.execute(db)),
      ),
    })
    const before = await readAll()
    const page = await visit()
    for (const link of made) {
      await page.goto(link, { waitUntil: 'load' })
      // The page says what a press would do.
      await page.getByRole('main').getByRole('button').first().waitFor()
    }
    for (const link of links) await page.goto(link, { waitUntil: 'load' })
    await page.waitForLoadState('networkidle')
    expect(links.size).toBeGreaterThan(3)
    expect(await readAll()).toEqual(before)
  })

  it('unsubscribes an address from one alert or all only when pressed, and undoes it', async () => {
    const { visit, visitHome, outbox } = site()
    const to = 'helper@lantern-street.example'
    const [notice] = await outbox(to)
    const page = await visit()
    const stopped = () =>
      site().server.deps.db.selectFrom('suppression').selectAll().where('lifted_at', 'is', null).execute()

    await page.goto(linkIn(notice, 'unsubscribe'))
    await page.getByRole('heading', { name: 'Unsubscribe from these alerts?' }).waitFor()
    expect(await stopped()).toEqual([])
    await page.getByRole('button', { name: /Unsubscribe from this alert only/ }).click()
    await page.getByRole('heading', { name: 'You’re unsubscribed from this alert' }).waitFor()
    await page.getByRole('button', { name: 'Unsubscribe this address from all alerts' }).click()
    await page.getByRole('heading', { name: 'You’re unsubscribed from all alerts' }).waitFor()
    expect(await stopped()).toMatchObject([{ target: to, reason: 'unsubscribe' }])

    // The alert does not say that all is well, and saving it promises nothing.
    const home = await visitHome()
    await home.getByRole('link', { name: 'My second name' }).first().click()
    const setup = home.getByRole('dialog', { name: 'Alert Setup' })
    await setup.getByText(`You unsubscribed ${to} from all alerts.`).waitFor()
    await setup.getByText('To get them again, choose “Send them again” on your home page.').waitFor()
    await setup.getByRole('button', { name: 'Done' }).click()
    await setup.getByText('Alert saved.').waitFor()
    await setup.getByText(`You unsubscribed ${to} from all alerts.`).waitFor()
    await expect.poll(() => setup.getByText('When a record matches').count()).toBe(0)

    await page.getByRole('button', { name: 'Subscribe again' }).click()
    await page.getByRole('heading', { name: 'You’re unsubscribed from this alert' }).waitFor()
    await page.getByRole('button', { name: 'Subscribe again' }).click()
    await page.getByRole('heading', { name: 'You’re subscribed again' }).waitFor()
    expect(await stopped()).toEqual([])
  })

  it('loads less than 130 kB of script and style for the login page', async () => {
    const page = await site().visit()
    const loaded: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (['script', 'stylesheet'].includes(request.resourceType()))
        loaded.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await page.goto('/login', { waitUntil: 'networkidle' })
    await page.getByLabel('Username').waitFor()
    const sizes = await Promise.all(loaded)
    // As brotli, which every browser takes; a page that loads nothing would prove nothing.
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(130_000)
  })

  it.each([
    ['/notice/cut-short', 'This link does not work'],
    ['/unsubscribe/cut-short', 'This link does not work'],
    ['/nowhere', 'Page not found'],
  ])('explains that %s does not work', async (path, heading) => {
    const page = await site().visit()
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  })
})
