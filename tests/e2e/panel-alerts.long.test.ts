import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makeUser } from '../helpers/factories.ts'
import { chooseUser, findPanelFaults, visitPanel } from './panel.ts'
import { describeInBrowser, useSite } from './site.ts'

const timeout = 300_000

describeInBrowser("the panel's alerts", () => {
  const site = useSite()
  const db = () => site().server.deps.db

  it('asks before a second alert with the same criteria', { timeout }, async () => {
    const owner = await makeUser(db(), { username: 'otto.greycombe', firstName: 'Otto', lastName: 'Greycombe' })
    const page = await visitPanel(site(), '/controlPanel/alerts')
    const prompt = page.getByRole('alertdialog')
    const fill = async (nickname: string) => {
      await page.getByRole('link', { name: 'New' }).click()
      await page.getByRole('button', { name: 'Lookup: User' }).click()
      const users = page.getByRole('dialog', { name: 'Users' })
      await chooseUser(users, 'greycombe', 'otto.greycombe (Otto Greycombe)')
      await page.getByLabel('First name').fill('Otto')
      await page.getByLabel('Last name').fill('Greycombe')
      await page.getByRole('textbox', { name: 'Email address' }).fill('otto@example.org')
      await page.getByRole('checkbox', { name: /^The person with this address agrees/ }).check()
      await page.getByLabel('Alert Nickname').fill(nickname)
      await page.getByRole('button', { name: 'Done' }).click()
    }
    const alerts = () => db().selectFrom('alert').where('user_id', '=', owner.id).select('name').execute()
    await fill('First')
    await prompt.getByText(/^Alert saved\./).waitFor()
    await prompt.getByRole('button', { name: 'Close' }).click()
    await fill('Second')
    await prompt.getByText('Add a second alert for Otto Greycombe?').waitFor()
    await prompt.getByText('The user’s alert “First” already watches for this.').waitFor()
    expect(await alerts()).toHaveLength(1)
    await prompt.getByRole('button', { name: 'Yes, add it' }).click()
    await prompt.getByText(/^Alert saved\./).waitFor()
    expect(await alerts()).toHaveLength(2)
  })

  it('lists the alerts whose parcel is not in the roll', { timeout }, async () => {
    const owner = await makeUser(db(), { username: 'otto.outside', firstName: 'Otto', lastName: 'Outside' })
    const alert = { user_id: owner.id, alert_type: 'PARCEL_ID', rule_version: 1 } as const
    const known = '17-03-123-045'
    const unknown = '97-99-999-999'
    await db()
      .insertInto('alert')
      .values([
        { ...alert, name: 'In the roll', parcel_id: known, criteria: known },
        { ...alert, name: 'Not in the roll', parcel_id: unknown, criteria: unknown },
      ])
      .execute()
    const page = await visitPanel(site(), '/controlPanel/alerts')
    await page.getByRole('link', { name: 'Alerts on parcels that are not in the parcel roll' }).click()
    await page.getByRole('heading', { name: 'Alerts on parcels not in the roll', level: 1 }).waitFor()
    await page.getByRole('row', { name: /^Not in the roll .*otto\.outside/ }).waitFor()
    expect(await page.getByText('In the roll', { exact: true }).count()).toBe(0)
    expect(await findPanelFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Edit: Not in the roll' }).click()
    await page.getByRole('heading', { name: 'Alert', exact: true, level: 1 }).waitFor()
  })

  it('a new alert for a user: rejected, saved, found, deactivated and activated, deleted', { timeout }, async () => {
    const owner = await makeUser(db(), { username: 'wren.halloway', firstName: 'Wren', lastName: 'Halloway' })
    const page = await visitPanel(site(), '/controlPanel/alerts')
    const prompt = page.getByRole('alertdialog')
    const close = async (text: string | RegExp) => {
      await prompt.getByText(text).waitFor()
      await prompt.getByRole('button', { name: 'Close' }).click()
      await prompt.waitFor({ state: 'hidden' })
    }
    await page.getByRole('link', { name: 'New' }).click()
    await page.getByRole('heading', { name: 'Alert', exact: true, level: 1 }).waitFor()
    for (const part of ['Alert Criteria', 'Alert Recipients', 'Name this alert'])
      await page.getByRole('heading', { name: part, level: 3 }).waitFor()
    await page.getByRole('button', { name: 'Lookup: Email address' }).click()
    await close('First select a User.')

    await page.getByRole('button', { name: 'Done' }).click()
    await prompt.getByText('Required.').first().waitFor()
    await prompt.getByRole('button', { name: 'OK' }).click()
    await prompt.waitFor({ state: 'hidden' })
    await page.getByRole('group', { name: 'User', exact: true }).getByText('Required.').waitFor()

    await page.getByRole('button', { name: 'Lookup: User' }).click()
    const users = page.getByRole('dialog', { name: 'Users' })
    await users.getByText('Click row to select a user.').waitFor()
    await chooseUser(users, 'halloway', 'wren.halloway (Wren Halloway)')
    await page.getByRole('button', { name: 'Lookup: Email address' }).click()
    const theirs = page.getByRole('dialog', { name: 'Email addresses of this user' })
    await theirs.getByText('No Records Found.').waitFor()
    await theirs.getByRole('button', { name: 'Close' }).click()
    await page.getByLabel('First name').fill('Wren')
    await page.getByLabel('Last name').fill('Halloway')
    await page.getByRole('textbox', { name: 'Email address' }).fill('wren@example.org')
    await page.getByRole('button', { name: 'Clear user' }).click()
    await close('Please first clear the email and phone fields.')
    await page.getByRole('checkbox', { name: /^The person with this address agrees/ }).check()
    await page.getByLabel('Alert Nickname').fill('Halloway farm')
    await page.getByRole('button', { name: 'Done' }).click()
    await close(/^Alert saved\./)

    // Back in the list; found by text, which is in the history's entry and in no address.
    await page.getByRole('heading', { name: 'Alert List' }).waitFor()
    await page.getByLabel('Find').fill('halloway')
    await page.getByText('Displaying Results: 1-1 of 1').waitFor()
    expect(page.url()).not.toContain('halloway')
    await page.reload()
    await page.getByText('Displaying Results: 1-1 of 1').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'wren.halloway' })
    await expect
      .poll(() => row.getByRole('cell').allTextContents())
      .toEqual(expect.arrayContaining([expect.stringContaining('wren.halloway'), expect.stringContaining('Person')]))
    await row.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('Alert deactivated. No one gets notices from “Halloway farm” now.', { exact: true }).waitFor()
    await row.getByText('Inactive').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.getByText('Pending').waitFor()
    await row.getByRole('button', { name: 'Deactivate' }).click()
    await row.getByText('Inactive').waitFor()
    await row.getByRole('button', { name: 'Activate' }).click()
    await close('Alert activated.')
    await row.getByText('Pending').waitFor()

    // New from this user's alerts is for this user, at the account's email.
    await page.goto(`/controlPanel/alerts?user=${owner.id}`)
    await page.getByRole('link', { name: 'New' }).click()
    await page.getByRole('group', { name: 'User', exact: true }).getByText('wren.halloway').waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: 'Email address' }).inputValue()).toBe(owner.email)
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.waitForURL(/alerts\?user=\d+$/)

    // The type of a saved alert is text; resending shows the server's message.
    await row.getByRole('link', { name: 'Edit' }).click()
    await page.getByText('Monitor: Person').waitFor()
    await expect.poll(() => page.getByRole('radio').count()).toBe(0)
    await db()
      .updateTable('notice')
      .set({ created_at: sql<Date>`created_at - interval '1 minute'` })
      .execute()
    await page.getByRole('button', { name: 'Resend to wren@example.org' }).click()
    await close('We emailed a link to wren@example.org.')
    // Another clerk saves meanwhile: the later save is refused with a reason, and nothing is lost.
    await db()
      .updateTable('alert')
      .set({ name: 'Changed elsewhere', version: 9 })
      .where('user_id', '=', owner.id)
      .execute()
    await page.getByLabel('Alert Nickname').fill('Mine')
    await page.getByRole('button', { name: 'Done' }).click()
    await prompt.getByText(/^This page was changed by panel\.county\.\w+ at /).waitFor()
    await prompt.getByRole('button', { name: 'Stay here' }).click()
    await expect.poll(() => page.getByLabel('Alert Nickname').inputValue()).toBe('Mine')
    await page.getByRole('button', { name: 'Done' }).click()
    await prompt.getByRole('button', { name: 'Load it' }).click()
    await expect.poll(() => page.getByLabel('Alert Nickname').inputValue()).toBe('Changed elsewhere')
    await page.getByLabel('Alert Nickname').fill('Changed by both')
    await page.getByRole('button', { name: 'Done' }).click()
    await close(/^Alert saved\./)
    await row.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Alert Nickname').fill('Not kept')
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await prompt.getByText('Leave without saving?').waitFor()
    await prompt.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Alert List' }).waitFor()

    await page.getByRole('button', { name: 'Delete: Changed by both' }).click()
    await prompt.getByText('Delete Alert Changed by both?').waitFor()
    await prompt.getByRole('button', { name: 'Yes, delete' }).click()
    await close('Alert deleted.')
    await page.getByText('No Records Found.').waitFor()
  })

  it('filters are removable chips; status and inactive narrow the list', { timeout }, async () => {
    const page = await visitPanel(site(), '/controlPanel/alerts')
    await page.getByRole('button', { name: 'Find by user' }).click()
    const users = page.getByRole('dialog', { name: 'Users' })
    await chooseUser(users, 'demo.user', 'demo.user (Thessaly Brandvold)')
    await page.getByRole('button', { name: 'Remove filter User: demo.user' }).waitFor()
    await page.getByRole('button', { name: 'Find by email' }).click()
    await page.getByRole('dialog', { name: 'Emails' }).getByRole('listitem').first().getByRole('button').click()
    await page.getByRole('button', { name: /^Remove filter Email: / }).click()
    await page.getByRole('button', { name: /^Remove filter Email: / }).waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Include inactive' }).uncheck()
    await page.waitForURL(/inactive=hidden/)
    // A single status already says whether inactive ones are shown.
    await page.getByLabel('Status').selectOption('Inactive')
    await page.waitForURL(/status=I/)
    const include = page.getByRole('checkbox', {
      name: 'Include inactive',
      description: 'Applies only when the status is All.',
    })
    await include.waitFor()
    await expect.poll(() => include.isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.waitForURL(/\/controlPanel\/alerts$/)
    // A link to a user or address that was deleted since.
    await page.goto('/controlPanel/alerts?user=999999')
    await page.getByRole('button', { name: 'Remove filter User: not found' }).waitFor()
  })

  it("an alert with an owner opens at its entry, also from the view's address", { timeout }, async () => {
    const { id } = await db()
      .selectFrom('alert')
      .select('id')
      .where('user_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    const page = await visitPanel(site(), `/controlPanel/alertsView/${id}`)
    await page.waitForURL(`**/controlPanel/alerts/${id}`)
    await page.getByLabel('Alert Nickname').waitFor()
  })

  it('explains next to a suppressed recipient why, and where to lift it', { timeout }, async () => {
    const owner = await makeUser(db(), { username: 'larkin.fenwick' })
    const { id } = await db()
      .insertInto('alert')
      .values({
        user_id: owner.id,
        name: 'Fen',
        alert_type: 'PARCEL_ID',
        parcel_id: '9',
        criteria: '9',
        rule_version: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const emails = await db()
      .insertInto('email_address')
      .values(
        ['bounced@fen.example', 'alone@fen.example', 'told@fen.example'].map((address) => ({
          owner_id: owner.id,
          address,
          verified_at: new Date(),
        })),
      )
      .returning(['id', 'address'])
      .execute()
    for (const [position, email] of emails.entries())
      await db()
        .insertInto('alert_email')
        .values({
          alert_id: id,
          email_id: email.id,
          position,
          stopped_at: email.address.startsWith('alone') ? new Date() : null,
        })
        .execute()
    await db()
      .insertInto('suppression')
      .values({ channel: 'EMAIL', target: 'bounced@fen.example', reason: 'bounce' })
      .execute()
    const page = await visitPanel(site(), `/controlPanel/alerts/${id}`)
    const recipients = page.getByRole('region', { name: 'Alert Recipients' })
    await recipients
      .getByText(
        'Suppressed: Messages bounce. You can lift the suppression on the user’s page, under Suppressed addresses.',
      )
      .waitFor()
    await recipients.getByText('Unsubscribed: The user unsubscribed it from this alert only.').waitFor()
    await expect.poll(() => recipients.getByText(/^(Suppressed|Unsubscribed): /).count()).toBe(2)
    expect.soft(await findPanelFaults(page), 'an alert with stopped recipients').toEqual([])
  })

  it('a paused alert shows its end date and is listed with inactive ones', { timeout }, async () => {
    const paused = await db()
      .updateTable('alert')
      .set({ paused_until: '2099-12-31' })
      .where('user_id', 'is not', null)
      .where('status', '=', 'A')
      .where('id', '=', (eb) =>
        eb
          .selectFrom('alert')
          .select((of) => of.fn.min('id').as('id'))
          .where('user_id', 'is not', null),
      )
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    const page = await visitPanel(site(), '/controlPanel/alerts?status=I')
    const row = page.getByRole('row').filter({ hasText: paused.name })
    await row.getByText('Paused until 12/31/2099').waitFor()
    await row.getByText('Inactive', { exact: true }).waitFor()
    expect.soft(await findPanelFaults(page), 'a paused alert').toEqual([])
    await db().updateTable('alert').set({ paused_until: null }).where('id', '=', paused.id).execute()
  })

  it("an administrator's home lists their own alerts, and links to a user's alerts", { timeout }, async () => {
    const page = await visitPanel(site(), '/home')
    await page.getByRole('link', { name: 'Details: My Alerts' }).click()
    const own = page.getByRole('dialog', { name: 'My Alerts' })
    await own.getByText('No Records Found.').waitFor()
    await own.locator('summary', { hasText: 'Filter' }).click()
    await own.getByRole('button', { name: 'Find by user' }).click()
    const users = page.getByRole('dialog', { name: 'Users' })
    await chooseUser(users, 'demo.user', 'demo.user (Thessaly Brandvold)')
    await page.getByRole('heading', { name: 'Alert List' }).waitFor()
    await page.getByRole('button', { name: 'Remove filter User: demo.user' }).waitFor()
    await page.goto('/home')
    await page.getByRole('button', { name: 'Add New Alert' }).click()
    await page.getByRole('dialog', { name: 'Alert Setup' }).getByLabel('First name').waitFor()
  })

  it('a migrated alert is viewed and deleted, not edited', { timeout }, async () => {
    const { id } = await db()
      .insertInto('alert')
      .values({ name: 'Old watch', alert_type: 'PARCEL_ID', parcel_id: '17-03', criteria: '17-03', rule_version: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const email = await db()
      .insertInto('email_address')
      .values({ address: 'old@example.org', migrated: true, verified_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db().insertInto('alert_email').values({ alert_id: id, email_id: email.id, position: 0 }).execute()
    await db()
      .insertInto('suppression')
      .values({ channel: 'EMAIL', target: 'old@example.org', reason: 'bounce' })
      .execute()
    const page = await visitPanel(site(), '/controlPanel/alerts?find=Old+watch')
    const row = page.getByRole('row').filter({ hasText: 'Old watch' })
    await row.getByText('N/A (migrated)').waitFor()
    await expect.poll(() => row.getByRole('button', { name: /ctivate/ }).count()).toBe(0)
    await row.getByRole('link', { name: 'View' }).click()
    await page.getByText('old@example.org').waitFor()
    await page.getByText('Suppressed: Messages bounce.').waitFor()
    expect.soft(await findPanelFaults(page), 'a migrated alert').toEqual([])
    await page.getByRole('link', { name: 'Close' }).click()
    await row.getByRole('link', { name: 'View' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    const prompt = page.getByRole('alertdialog')
    await prompt.getByText('Delete Alert?', { exact: true }).waitFor()
    await prompt.getByRole('button', { name: 'Yes, delete' }).click()
    await prompt.getByText('Alert deleted.').waitFor()
    await prompt.getByRole('button', { name: 'Close' }).click()
    await page.getByText('No Records Found.').waitFor()
  })

  it('has no accessibility or layout faults: list and entry', { timeout }, async () => {
    const page = await visitPanel(site(), '/controlPanel/alerts')
    await page.getByText('Displaying Results').waitFor()
    expect.soft(await findPanelFaults(page), 'the list').toEqual([])
    await page.getByRole('link', { name: 'Edit' }).first().click()
    await page.getByRole('heading', { name: 'Alert Recipients' }).waitFor()
    expect.soft(await findPanelFaults(page), 'an alert').toEqual([])
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByText('Delete Alert ?', { exact: true }).waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click()
    await page.goto('/controlPanel/alerts/0')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
    expect.soft(await findPanelFaults(page), 'a refused new alert').toEqual([])
    await page.getByRole('button', { name: 'Lookup: User' }).click()
    await page.getByRole('dialog', { name: 'Users' }).getByRole('listitem').first().waitFor()
    expect.soft(await findPanelFaults(page), 'the look-up of users').toEqual([])
  })
})
