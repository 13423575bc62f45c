import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { settingsGroups, type SettingsKey } from '#shared/settings/groups.ts'
import { makeUser } from '../helpers/factories.ts'
import { findPanelFaults, visitPanel } from './panel.ts'
import { describeInBrowser, useSite } from './site.ts'

const timeout = 300_000

/** Values for a page's fields by label: a text is typed, a boolean checked or cleared. */
type GivenValues = Record<string, string | boolean>
type Case = {
  key: Exclude<SettingsKey, 'userPurgeNow'>
  given: GivenValues
  /** How many changes the bar counts. */
  changes: number
  /** The refused values and their messages; '' for a page without invalid values. */
  wrong?: GivenValues
  told?: string
}

const cases: Case[] = [
  {
    key: 'common',
    given: { 'App title': 'Deed Watch', 'Contact name': 'Perrin Oakhollow' },
    changes: 2,
    wrong: { 'County name': '', 'Contact email': 'recorder' },
    told: 'Required.',
  },
  { key: 'languages', given: { 'Offer languages on the login page': true, Thai: true }, changes: 2 },
  {
    key: 'homeSelections',
    given: { Disclaimer: false, 'Include More Links': false },
    changes: 2,
  },
  {
    key: 'loginPageSlides',
    given: { 'Number of slides': '4' },
    changes: 1,
    wrong: { 'Number of slides': '7' },
    told: '6 or less.',
  },
  {
    key: 'loginPageRegistration',
    given: { 'Registration link expires after': '48' },
    changes: 1,
    wrong: { 'Registration link expires after': '' },
    told: 'Required.',
  },
  {
    key: 'userLockout',
    given: { 'Message on the login page': 'Closed until Monday.' },
    changes: 1,
    wrong: { 'Headline message': '' },
    told: 'Required.',
  },
  {
    key: 'userPurgeSchedule',
    given: { 'Automatic purge': true, 'Inactive for': '400' },
    changes: 2,
    wrong: { 'Inactive for': '364' },
    told: '365 or more.',
  },
  {
    key: 'userAccess',
    given: { 'Wrong passwords in a row': '4', 'Idle for': '60' },
    changes: 2,
    wrong: { 'Idle for': '121' },
    told: '120 or less.',
  },
  {
    key: 'alertSettings',
    given: { 'Parcel ID': false, 'Email link expires after': '8' },
    changes: 2,
    wrong: { 'Business/Trust': false, Person: false },
    told: 'Must select at least one alert type.',
  },
  {
    key: 'auditLogPurgeSchedule',
    given: { 'Automatic purge': 'Yes', 'Records older than (days)': '90' },
    changes: 2,
    wrong: { 'Records older than (days)': '59' },
    told: '60 or more.',
  },
  {
    key: 'service',
    given: { 'Parcel mask': '2-2-3', 'Monthly text budget': '2000' },
    changes: 2,
    wrong: { 'Parcel mask': 'two' },
    told: 'Write the mask as lengths joined by hyphens, such as 2-2-3-3-4.',
  },
]

const control = (page: Page, label: string) => {
  const main = page.locator('main')
  return main.getByLabel(label, { exact: true }).or(main.getByLabel(`${label} (optional)`, { exact: true }))
}
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const prompt = (page: Page) => page.getByRole('alertdialog')

async function give(page: Page, given: GivenValues): Promise<void> {
  for (const [label, value] of Object.entries(given)) {
    const field = control(page, label)
    if (typeof value === 'boolean') await field.setChecked(value)
    else if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value)
    else await field.fill(value)
  }
}

async function expectValues(page: Page, given: GivenValues): Promise<void> {
  for (const [label, value] of Object.entries(given)) {
    const field = control(page, label)
    await field.waitFor()
    if (typeof value === 'boolean') await expect.poll(() => field.isChecked(), { message: label }).toBe(value)
    else if ((await field.evaluate((element) => element.tagName)) === 'SELECT')
      await expect.poll(() => field.locator('option:checked').textContent(), { message: label }).toBe(value)
    else await expect.poll(() => field.inputValue(), { message: label }).toBe(value)
  }
}

async function saved(page: Page): Promise<void> {
  await save(page).click()
  await page.getByText('No changes', { exact: true }).waitFor()
}

/** Checks that the last editor and the audit log agree. */
async function expectHistoryAgrees(page: Page) {
  const changes = page.getByRole('region', { name: 'Changes' })
  const never = page.getByText(/^Never saved/)
  await never.or(page.getByText(/^Last saved/)).waitFor()
  await changes
    .getByText(/^(No one has changed|No change history)|\d\d\/\d\d\/\d{4}/)
    .first()
    .waitFor()
  await expect.poll(() => changes.getByText('No one has changed these settings yet.').count()).toBe(await never.count())
}

describeInBrowser('the control panel', () => {
  const site = useSite()
  const db = () => site().server.deps.db

  it('is for administrators, and its navigation shows what their role may use', { timeout }, async () => {
    const user = await site().visitHome()
    await expect.poll(() => user.getByRole('link', { name: 'Control Panel' }).count()).toBe(0)
    await user.goto('/controlPanel/common')
    await prompt(user).getByText('You don’t have access to that page').waitFor()
    await prompt(user).getByRole('button', { name: 'Close' }).click()
    await user.getByRole('heading', { name: 'My Alerts' }).waitFor()

    const nobody = await site().visit()
    await nobody.goto('/controlPanel/common')
    await nobody.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(new URL(nobody.url()).searchParams.get('next')).toBe('/controlPanel/common')

    const clerk = await visitPanel(site(), '/home')
    await clerk.getByRole('link', { name: 'Control Panel' }).click()
    await clerk.waitForURL(/controlPanel\/\w+/)
    const navigation = clerk.getByRole('navigation', { name: 'Control panel' })
    const sections = () => navigation.locator('summary').allTextContents()
    await expect.poll(sections).toEqual(['Alert Admin', 'Audit Log Admin', 'User Admin', 'Web Pages'])
    await navigation.getByText('Web Pages').click()
    await navigation.getByRole('link', { name: 'Home external links' }).click()
    await clerk.getByRole('heading', { name: 'More Links', level: 1 }).waitFor()
    await expect
      .poll(() => navigation.locator('[aria-current=page]').allTextContents())
      .toEqual(['Home external links'])

    // Once closed it stays closed, and its links cannot be reached.
    await clerk.getByRole('button', { name: 'Menu' }).click()
    await clerk.reload()
    await clerk.getByRole('heading', { name: 'More Links' }).waitFor()
    await expect.poll(() => clerk.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('false')
    await clerk.getByRole('button', { name: 'Menu' }).click()
    await navigation.waitFor()

    // A page of the Technical section by its address; and any address in another case.
    await clerk.goto('/controlPanel/service')
    await clerk.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor()
    await clerk.goto('/CONTROLPANEL/USERACCESS')
    await clerk.getByRole('heading', { name: 'User Admin - Access' }).waitFor()
    await clerk.goto('/controlPanel/nowhere')
    await clerk.getByRole('heading', { name: 'Page not found' }).waitFor()
    await clerk.getByRole('link', { name: 'User View' }).click()
    await clerk.getByRole('heading', { name: 'My Alerts' }).waitFor()

    const provider = await visitPanel(site(), '/controlPanel/service', {}, 'TRIMIN')
    await provider.getByRole('heading', { name: 'Service', level: 1 }).waitFor()
    await expect.poll(() => provider.locator('nav summary').allTextContents()).toContain('Technical')
  })

  it.each(cases)('$key: load, change, save, reload, refuse', { timeout }, async (one) => {
    const { key, given, changes, wrong, told } = one
    const { title, page: part } = settingsGroups[key]
    const page = await visitPanel(site(), `/controlPanel/${part}`, {}, 'FOREVER')
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await page.getByText('No changes', { exact: true }).waitFor()
    await expectHistoryAgrees(page)
    await give(page, given)
    await page.getByText(changes === 1 ? '1 change not saved' : `${changes} changes not saved`).waitFor()
    await saved(page)
    await page
      .getByRole('region', { name: 'Changes' })
      .getByText(/panel\.forever/)
      .first()
      .waitFor()
    await page.reload()
    await expectValues(page, given)
    await page.getByText(/^Last saved by panel\.forever/).waitFor()

    if (!wrong || !told) return
    await give(page, wrong)
    await save(page).click()
    await prompt(page).getByText(told).first().waitFor()
    await prompt(page).getByRole('button', { name: 'OK' }).click()
    await page.locator('main').getByText(told).first().waitFor()
    await page.getByRole('button', { name: 'Undo changes' }).click()
    await expectValues(page, given)
    // An error disappears with its cause, and nothing is left to save.
    await expect.poll(() => page.locator('main [aria-invalid=true]').count()).toBe(0)
    await page.getByText('No changes', { exact: true }).waitFor()
  })

  it('ignores a field that a flag disables', { timeout }, async () => {
    const page = await visitPanel(site(), '/controlPanel/auditLogPurgeSchedule')
    await control(page, 'Automatic purge').selectOption('Yes')
    await control(page, 'Records older than (days)').fill('nonsense')
    await control(page, 'Automatic purge').selectOption('No')
    await expect.poll(() => control(page, 'Records older than (days)').isDisabled()).toBe(true)
    await saved(page)
  })

  // Rows are moved, removed and checked in tests/e2e/panel-keyboard-pages.
  it('a list of paragraphs: adds five, stops at the limit, keeps those that are filled', { timeout }, async () => {
    const page = await visitPanel(site(), '/controlPanel/homeLatestNews')
    const add = page.getByRole('button', { name: 'Add 5 rows' })
    const countRows = () => page.getByRole('button', { name: /^Remove row/ }).count()
    for (let rows = 5; rows <= 50; rows += 5) {
      await add.click()
      await expect.poll(countRows).toBe(rows)
    }
    await control(page, 'Heading 1').fill('First')
    await page.getByText('1 of 50 paragraphs').waitFor()
    await add.click()
    await prompt(page).getByText("There's a limit of 50 paragraphs.").waitFor()
    await prompt(page).getByRole('button', { name: 'Close' }).click()
    await saved(page)
    await page.reload()
    await page.getByText('1 of 50 paragraphs').waitFor()
    await expect.poll(() => control(page, 'Heading 1').inputValue()).toBe('First')
  })

  it('asks about unsaved changes before leaving, and keeps them on Back', { timeout }, async () => {
    const page = await visitPanel(site(), '/controlPanel/userAccess')
    await control(page, 'Idle for').waitFor()
    const before = await control(page, 'Idle for').inputValue()
    await control(page, 'Idle for').fill('15')
    await page.getByRole('link', { name: 'User View' }).click()
    await prompt(page).getByText('Leave without saving?').waitFor()
    await prompt(page).getByRole('button', { name: 'Stay here' }).click()
    await expect.poll(() => control(page, 'Idle for').inputValue()).toBe('15')
    await page.getByRole('link', { name: 'User View' }).click()
    await prompt(page).getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByRole('heading', { name: 'My Alerts' }).waitFor()
    await page.goBack()
    await control(page, 'Idle for').waitFor()
    await expect.poll(() => control(page, 'Idle for').inputValue()).toBe(before)

    await control(page, 'Idle for').fill('16')
    await page.goForward()
    await page.getByRole('heading', { name: 'My Alerts' }).waitFor()
    await page.goBack()
    await page.getByText('We kept what you typed. It is not saved yet.').waitFor()
    await expect.poll(() => control(page, 'Idle for').inputValue()).toBe('16')
    await page.getByRole('button', { name: 'Undo changes' }).click()
  })

  it('restores an earlier value into the form by keyboard, and saves it only with Save', { timeout }, async () => {
    const page = await visitPanel(site(), '/controlPanel/loginPageRegistration')
    const link = 'Registration link expires after'
    await control(page, link).waitFor()
    const before = await control(page, link).inputValue()
    await give(page, { [link]: '72', 'Forgot-password link': false })
    await saved(page)
    await give(page, { [link]: '96' })
    await saved(page)

    // The older of the two, with the other setting that it changed.
    const changes = page.getByRole('region', { name: 'Changes' })
    const putBack = changes.getByRole('button', { name: /^Restore the values from before/ })
    // The list has both changes; the latest shows the old and the new value.
    await changes
      .getByText(/72.*96|96.*72/)
      .first()
      .waitFor()
    await putBack.nth(1).focus()
    await page.keyboard.press('Enter')
    const said = page
      .locator('main form')
      .getByText(/^Restored from before .*: .*\. Not saved yet\. Choose Save to keep it\.$/)
    await said.waitFor()
    await expect.poll(() => said.textContent()).toContain(link)
    await expect.poll(() => said.evaluate((line) => document.activeElement?.contains(line))).toBe(true)
    await expectValues(page, { [link]: before, 'Forgot-password link': true })
    await page.getByText('2 changes not saved').waitFor()
    expect.soft(await findPanelFaults(page), 'a change put back').toEqual([])

    // The guard is on; nothing is saved yet.
    await page.getByRole('link', { name: 'User View' }).click()
    await prompt(page).getByRole('button', { name: 'Stay here' }).click()
    await page.getByRole('button', { name: 'Undo changes' }).click()
    await said.waitFor({ state: 'detached' })
    await expectValues(page, { [link]: '96', 'Forgot-password link': false })

    // It asks before it overwrites typed text.
    await give(page, { [link]: '5' })
    await putBack.nth(1).click()
    await prompt(page).getByText('Replace what you typed?').waitFor()
    await prompt(page).getByRole('button', { name: 'No', exact: true }).click()
    await expectValues(page, { [link]: '5' })
    await putBack.nth(1).click()
    await prompt(page).getByRole('button', { name: 'Yes, replace it' }).click()
    await said.waitFor()
    await saved(page)
    await said.waitFor({ state: 'detached' })
    await page.reload()
    await expectValues(page, { [link]: before, 'Forgot-password link': true })

    // It also asks about text typed while the change was still loading.
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(/\.changes\b/, async (route) => {
      await held
      await route.continue()
    })
    await putBack.nth(1).click()
    await give(page, { [link]: '7' })
    letGo()
    await prompt(page).getByText('Replace what you typed?').waitFor()
    await prompt(page).getByRole('button', { name: 'No', exact: true }).click()
    await expectValues(page, { [link]: '7' })
    await page.unroute(/\.changes\b/)
    await page.getByRole('button', { name: 'Undo changes' }).click()

    // It says when a field already has that value.
    await putBack.nth(2).click()
    await prompt(page)
      .getByText(/^The page already has the values from before .*\. There is nothing to save\.$/)
      .waitFor()
  })

  it('two administrators: the second sees what the first changed, and chooses', { timeout }, async () => {
    const [first, second] = [
      await visitPanel(site(), '/controlPanel/common'),
      await visitPanel(site(), '/controlPanel/common', {}, 'TRIMIN'),
    ]
    await control(second, 'Contact name').waitFor()
    await give(first, { 'Contact title': 'Chief Recorder', 'Contact name': 'Theirs' })
    await saved(first)
    await give(second, { 'Contact name': 'Mine' })
    await save(second).click()
    await prompt(second)
      .getByText(/^This page was changed by panel\.county\.\w+ at \d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M\.$/)
      .waitFor()
    await prompt(second).getByText('Contact name: Theirs (you: Mine)').waitFor()
    await prompt(second).getByText('Contact title: Chief Recorder').waitFor()
    expect.soft(await findPanelFaults(second), 'the question of two').toEqual([])
    await prompt(second).getByRole('button', { name: 'Go back', exact: true }).click()
    await expect.poll(() => control(second, 'Contact name').inputValue()).toBe('Mine')
    await save(second).click()
    await prompt(second).getByRole('button', { name: 'Keep mine and save' }).click()
    await second.getByText('No changes', { exact: true }).waitFor()
    await second.reload()
    await expectValues(second, { 'Contact name': 'Mine', 'Contact title': 'Chief Recorder' })

    await give(first, { 'Contact name': 'Once more' })
    await save(first).click()
    await prompt(first).getByRole('button', { name: 'Load theirs' }).click()
    await expect.poll(() => control(first, 'Contact name').inputValue()).toBe('Mine')
    await first.getByText('No changes', { exact: true }).waitFor()
  })

  it("the county's name and the headline change immediately on the page that saved them", { timeout }, async () => {
    const page = await visitPanel(site(), '/controlPanel/common')
    await give(page, { 'County name': 'Hollow County' })
    await saved(page)
    await page.getByRole('banner').getByText('Hollow County').waitFor()
    await page.goto('/controlPanel/userLockout')
    await give(page, { 'Lockout in place': true, 'Headline message': 'Back at noon.' })
    await saved(page)
    await page.getByRole('region', { name: 'Service notice' }).getByText('Back at noon.').waitFor()
    await give(page, { 'Lockout in place': false })
    await saved(page)
    await page.getByText('Back at noon.').first().waitFor()
    await expect.poll(() => page.getByRole('region', { name: 'Service notice' }).textContent()).toBe('')
  })

  it('Lockout step 2 asks, and ends only the sessions of users', { timeout }, async () => {
    const user = await site().visitHome()
    const page = await visitPanel(site(), '/controlPanel/userLockout2')
    const end = page.getByRole('button', { name: 'End all user sessions' })
    await end.click()
    await prompt(page).getByText('You are about to end all user sessions. Continue?').waitFor()
    await prompt(page).getByRole('button', { name: 'No', exact: true }).click()
    await user.reload()
    await user.getByRole('heading', { name: 'My Alerts' }).waitFor()
    await end.click()
    await prompt(page).getByRole('button', { name: 'Yes, end them' }).click()
    await prompt(page)
      .getByText(/^Ended all user sessions/)
      .waitFor()
    await user.reload()
    await user.getByRole('heading', { name: 'Log in' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Lockout Step 2' }).waitFor()
  })

  it('shows how many users a scheduled purge would delete before it is saved', { timeout }, async () => {
    const { id } = await makeUser(db(), { username: 'gone.for.long' })
    await db()
      .updateTable('user')
      .set({ last_active_at: new Date(Date.now() - 1000 * 86_400_000) })
      .where('id', '=', id)
      .execute()
    const page = await visitPanel(site(), '/controlPanel/userPurgeSchedule')
    const told = page.locator('main').getByRole('status').filter({ hasText: 'would be deleted right now' })
    await control(page, 'Automatic purge').setChecked(false)
    await expect.poll(() => told.count()).toBe(0)
    await control(page, 'Automatic purge').setChecked(true)
    await told.getByText(/^1 user would be deleted right now, last active before \d\d\/\d\d\/\d{4}\.$/).waitFor()
    await control(page, 'Inactive for').fill('3650')
    await told.getByText(/^No users would be deleted right now\. No one was last active before /).waitFor()
    await control(page, 'Inactive for').fill('36')
    await expect.poll(() => told.count()).toBe(0)
    await control(page, 'Inactive for').fill('900')
    await told.getByText(/^1 user would be deleted right now/).waitFor()
    expect.soft(await findPanelFaults(page), 'the count').toEqual([])
    await db().deleteFrom('user').where('id', '=', id).execute()
  })

  it('Purge Now counts, asks, and then deletes', { timeout }, async () => {
    const { id } = await makeUser(db(), { username: 'long.gone' })
    await db()
      .updateTable('user')
      .set({ last_active_at: new Date('2018-03-01T12:00:00Z') })
      .where('id', '=', id)
      .execute()
    const page = await visitPanel(site(), '/controlPanel/userPurgeNow')
    const go = page.getByRole('button', { name: 'Purge Now' })
    await go.click()
    await prompt(page).getByText('Required.').waitFor()
    await prompt(page).getByRole('button', { name: 'OK' }).click()
    await control(page, 'Last active before').fill('01/01/2010')
    await go.click()
    await prompt(page)
      .getByText(/^No user was last active before 01\/01\/2010/)
      .waitFor()
    await prompt(page).getByRole('button', { name: 'Close' }).click()
    await control(page, 'Last active before').fill('01/01/2019')
    await go.click()
    await prompt(page).getByText('Delete inactive users?').waitFor()
    await prompt(page)
      .getByText(/^1 user was last active before 01\/01\/2019/)
      .waitFor()
    await prompt(page).getByRole('button', { name: 'No', exact: true }).click()
    await go.click()
    await prompt(page).getByRole('button', { name: 'Yes, delete 1 user' }).click()
    await prompt(page).getByText('Deleting 1 user.').waitFor()
    await prompt(page).getByRole('button', { name: 'Close' }).click()
    const gone = () => db().selectFrom('user').where('id', '=', id).select('id').execute()
    await expect.poll(gone, { timeout: 60_000 }).toEqual([])
    await page.getByRole('region', { name: 'Latest purges' }).getByText('01/01/2019').waitFor()
  })

  it('pages with every kind of field have no faults, light and dark, from 320 to 1440 pixels', async () => {
    const page = await visitPanel(site(), '/controlPanel/common', {}, 'FOREVER')
    const parts =
      'alertSettings auditLogPurgeSchedule userLockout userLockout2 userPurgeNow languages homeExternalLinks'
    for (const part of ['common', 'service', ...parts.split(' ')]) {
      await page.goto(`/controlPanel/${part}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('main button').first().waitFor()
      expect.soft(await findPanelFaults(page), part).toEqual([])
    }
  }, 400_000)
})
