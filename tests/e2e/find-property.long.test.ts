import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { makeUser } from '../helpers/factories.ts'
import { useRoll } from '../helpers/roll.ts'
import { createKeyboard } from './keyboard.ts'
import { findPageFaults } from './page-faults.ts'
import { chooseUser, findPanelFaults, visitPanel } from './panel.ts'
import { describeInBrowser, useSite } from './site.ts'

const timeout = 300_000
const place = { city: 'ALDER FALLS', zip: '55810' }
const roll = [
  ['17-03-123-045', '412 LARKSPUR LN'],
  ['17-03-088-012', '41 LARK ST'],
  ['22-11-401-003', '41 LARKIN RD'],
  ['17-03-200-011', '1200 MILL RD'],
  ['17-03-200-012', '1200 MILL RD'],
  ['17-03-200-031', '1200 MILL RD'],
].map(([parcelId = '', address = '']) => ({ parcelId, address, ...place, ownerName: 'HIDDEN OWNER' }))

const box = 'Find the property by its address'
const sizes = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]

describeInBrowser('Find my property', () => {
  const site = useSite()
  const db = () => site().server.deps.db
  beforeAll(async () => {
    await db()
      .updateTable('user')
      .set({ address: '412 Larkspur Lane', city: 'Alder Falls', zip: '55810' })
      .where('username', '=', site().login.username)
      .execute()
  })

  const openForm = async (page: Page) => {
    await page.goto('/home?alert=new')
    const setup = page.getByRole('dialog', { name: 'Alert Setup' })
    await setup.getByRole('radio', { name: 'Person' }).waitFor()
    return setup
  }
  /** From Person, which is selected at first. */
  const chooseParcel = async (page: Page) => {
    const keys = createKeyboard(page)
    await keys.tabTo('Person', { exact: false })
    await page.keyboard.press('ArrowUp')
    await page.getByRole('radio', { name: 'Parcel ID', checked: true }).waitFor()
    return keys
  }
  const active = (setup: Locator) =>
    setup.getByRole('combobox').evaluate((input) => {
      const id = input.getAttribute('aria-activedescendant')
      return id && document.getElementById(id)?.textContent
    })
  const savedAlerts = (name: string) =>
    db().selectFrom('alert').where('name', 'like', `${name}%`).select(['name', 'parcel_id']).orderBy('id').execute()

  it.each(sizes)('by keyboard alone, at $width pixels', { timeout }, async (size) => {
    await useRoll(db(), roll)
    const page = await site().visitHome(size)
    const setup = await openForm(page)
    const keys = await chooseParcel(page)
    await setup.getByRole('button', { name: /^412 Larkspur Lane Your address/ }).waitFor()
    await keys.tabTo(box)
    await page.keyboard.type('41 lark')
    await setup.getByText('2 properties.').waitFor()
    expect(await setup.getByRole('option').allTextContents()).toEqual([
      '41 Lark Street, Alder Falls 55810 · 17-03-088-012',
      '41 Larkin Road, Alder Falls 55810 · 22-11-401-003',
    ])
    expect(await findPageFaults(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    expect(await active(setup)).toContain('41 Larkin Road')
    await page.keyboard.press('Home')
    expect(await active(setup)).toContain('41 Lark Street')

    // Escape closes only the list; then the dialog asks.
    await page.keyboard.press('Escape')
    expect(await setup.getByRole('option').count()).toBe(0)
    await keys.at(box)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await keys.at('We’ll watch 41 Lark Street')
    await setup.getByText('in the last 12 months').waitFor()
    expect(await findPageFaults(page)).toEqual([])
    await keys.check('I agree to get emails')
    const name = `41 Lark Street${size.width === 360 ? ' (2)' : ''}`
    expect(await setup.getByLabel('Alert Nickname').inputValue()).toBe(name)
    await keys.press('Done')
    if (size.width === 360) await keys.answer('Add a second alert for 17-03-088-012?', 'Yes, add it')
    await setup.getByText('Alert saved.').waitFor()
    expect((await savedAlerts('41 Lark')).at(-1)).toEqual({ name, parcel_id: '17-03-088-012' })
  })

  it('the resident’s own address takes one press, and shows in the list and in the alert', { timeout }, async () => {
    await useRoll(db(), roll)
    const page = await site().visitHome()
    const setup = await openForm(page)
    await setup.getByRole('radio', { name: 'Parcel ID' }).check()
    await setup.getByRole('button', { name: /^412 Larkspur Lane Your address/ }).click()
    await setup.getByRole('region', { name: 'We’ll watch 412 Larkspur Lane' }).waitFor()
    await setup.getByLabel('I agree to get emails').check()
    await setup.getByRole('button', { name: 'Done' }).click()
    const again = page.getByRole('button', { name: 'Yes, add it' })
    await again.or(setup.getByText('Alert saved.')).first().waitFor()
    if (await again.isVisible()) await again.click()
    await setup.getByText('Alert saved.').waitFor()

    await page.goto('/home?show=alerts')
    const item = page
      .getByRole('dialog', { name: 'My Alerts' })
      .getByRole('listitem')
      .filter({ hasText: '412 Larkspur' })
    await item.first().waitFor()
    expect(await item.first().textContent()).toContain('17-03-123-045')
    expect(await findPageFaults(page)).toEqual([])
    await item.first().getByRole('link', { name: /^Edit/ }).click()
    await setup.getByRole('button', { name: 'Change 412 Larkspur Lane' }).waitFor()
  })

  it.each(sizes)(
    'the resident’s own address among those of nine towns, with ten parcels, at $width',
    { timeout },
    async (size) => {
      const at = (city: string, parcelId: string) => ({ parcelId, address: '412 LARKSPUR LN', city, zip: '55810' })
      const others = ['ABBEY', 'ACORN', 'ADA', 'AFTON', 'AGATE', 'AITKIN', 'AKELEY', 'ALBANY']
      await useRoll(db(), [
        ...others.map((city, n) => at(city, `30-0${n}`)),
        ...Array.from({ length: 10 }, (_, n) => at(place.city, `17-03-300-0${10 + n}`)),
      ])
      const page = await site().visitHome(size)
      const setup = await openForm(page)
      await setup.getByRole('radio', { name: 'Parcel ID' }).check()
      const offer = setup.getByRole('button', { name: /^412 Larkspur Lane Your address\. More than 8 parcels$/ })
      await offer.waitFor()
      expect(await findPageFaults(page)).toEqual([])
      await offer.click()
      await setup.getByRole('group', { name: 'More than 8 parcels share 412 Larkspur Lane.' }).waitFor()
      await setup.getByText('There are more parcels here.').waitFor()
      expect(await findPageFaults(page)).toEqual([])
      await setup.getByRole('button', { name: 'Watch 8 parcels' }).click()
      await setup.getByRole('region', { name: 'We’ll watch 412 Larkspur Lane' }).getByText('17-03-300-017').waitFor()
    },
  )

  it('two of three parcels at one address become two alerts in one save', { timeout }, async () => {
    await useRoll(db(), roll)
    const page = await site().visitHome({ width: 360, height: 740 })
    const setup = await openForm(page)
    const keys = await chooseParcel(page)
    await keys.tabTo(box)
    await page.keyboard.type('1200 mill')
    await setup.getByRole('option').waitFor()
    await page.keyboard.press('Enter')
    await setup.getByText('3 parcels share 1200 Mill Road.').waitFor()
    expect(await findPageFaults(page)).toEqual([])
    await keys.tabTo('Parcel 17-03-200-031', { exact: false })
    await page.keyboard.press('Space')
    await keys.press('Watch 2 parcels')
    await keys.at('We’ll watch 1200 Mill Road')
    await setup.getByText('What these alerts would have found').waitFor()
    await keys.check('I agree to get emails')
    expect(await findPageFaults(page)).toEqual([])
    const saves: string[] = []
    page.on('request', (request) => request.url().includes('saveAlert') && saves.push(request.url()))
    await keys.press('Done')
    await setup.getByText('2 alerts saved.').waitFor()
    expect(saves).toHaveLength(1)
    expect(await savedAlerts('1200 Mill')).toEqual([
      { name: '1200 Mill Road', parcel_id: '17-03-200-011' },
      { name: '1200 Mill Road (2)', parcel_id: '17-03-200-012' },
    ])
  })

  it('nothing found: a parcel number typed by hand, with the picture and the phone', { timeout }, async () => {
    await useRoll(db(), roll)
    const page = await site().visitHome({ width: 360, height: 740 })
    const setup = await openForm(page)
    const keys = await chooseParcel(page)
    // A form without a property shows the error at the box.
    await keys.tabTo(box)
    await keys.press('Done')
    await keys.answer('Please fix', 'OK')
    await keys.at(box)
    await page.keyboard.type('9 Nowhere Way')
    await setup.getByText('No property at that address.').waitFor()
    await setup.getByRole('img', { name: /^A property tax bill/ }).waitFor()
    expect(await setup.getByRole('link', { name: /^Call us/ }).getAttribute('href')).toMatch(/^tel:/)
    expect(await findPageFaults(page)).toEqual([])
    await keys.typeIn({ 'Parcel ID': '22-11-401-009' })
    await setup.getByText('in the last 12 months').waitFor()
    await keys.check('I agree to get emails')
    await keys.press('Done')
    await setup.getByText('Alert saved.').waitFor()
    expect(await savedAlerts('Parcel 22')).toEqual([{ name: 'Parcel 22-11-401-009', parcel_id: '22-11-401-009' }])
  })

  it('without a parcel roll, the number comes first, with the county’s own help', { timeout }, async () => {
    await db().updateTable('roll').set({ state: 'former' }).where('state', '=', 'current').execute()
    const panel = await visitPanel(site(), '/controlPanel/service', {}, 'TRIMIN')
    await panel.getByLabel('Where to find a parcel number').fill('It is the long number on your yellow card.')
    await panel.getByLabel('Find my parcel number').fill('http://gis.alder-county.example')
    await panel.getByRole('button', { name: /^Save/ }).click()
    await panel.getByRole('alertdialog').getByText('Enter an address that begins with https://.').waitFor()
    await panel.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
    await panel.getByLabel('Find my parcel number').fill('https://gis.alder-county.example/parcels')
    await panel.getByRole('button', { name: /^Save/ }).click()
    await panel.getByText('Settings saved').or(panel.getByText(/saved/i)).first().waitFor()

    const page = await site().visitHome({ width: 360, height: 740 })
    const setup = await openForm(page)
    await setup.getByRole('radio', { name: 'Parcel ID' }).check()
    await setup.getByText('It is the long number on your yellow card.').waitFor()
    expect(await setup.getByRole('link', { name: /^Find my parcel number/ }).getAttribute('href')).toBe(
      'https://gis.alder-county.example/parcels',
    )
    expect(await setup.getByRole('combobox', { name: box }).count()).toBe(0)
    await setup.getByLabel('Parcel ID', { exact: true }).last().waitFor()
    expect(await findPageFaults(page)).toEqual([])
  })

  it.each(sizes)('a house in a household, at $width pixels', { timeout }, async (size) => {
    await useRoll(db(), roll)
    const page = await site().visitHome(size)
    await page.getByRole('button', { name: 'Add My Household' }).click()
    const household = page.getByRole('dialog', { name: 'Add My Household' })
    await household.getByRole('combobox', { name: box }).fill('41 larkin')
    await household.getByRole('option').click()
    await household.getByRole('region', { name: 'We’ll watch 41 Larkin Road' }).waitFor()
    expect(await findPageFaults(page)).toEqual([])
    await household.getByLabel('First name').first().fill('')
    await household.getByLabel('Last name').first().fill('')
    await household.getByLabel('I agree to get emails').check()
    await household.getByRole('button', { name: 'Done' }).click()
    const again = page.getByRole('button', { name: 'Yes, add it' })
    const saved = page.getByRole('dialog', { name: 'Your household' }).getByText('Alert saved.')
    await again.or(saved).first().waitFor()
    if (await again.isVisible()) await again.click()
    await saved.waitFor()
  })

  it("staff find a user's house, with several parcels in one save", { timeout }, async () => {
    await useRoll(db(), roll)
    const { username, id } = await makeUser(db(), { username: 'mill.owner', firstName: 'Mona', lastName: 'Mill' })
    await db()
      .updateTable('user')
      .set({ address: '41 Lark Street', ...place })
      .where('id', '=', id)
      .execute()
    const page = await visitPanel(site(), '/controlPanel/alerts/0')
    await page.getByRole('button', { name: 'Lookup: User' }).click()
    await chooseUser(page.getByRole('dialog'), username, `${username} (Mona Mill)`)
    await page.getByRole('radio', { name: 'Parcel ID' }).check()
    await page.getByRole('button', { name: /^41 Lark Street The address of this account/ }).waitFor()
    await page.getByRole('combobox', { name: box }).fill('1200 mill')
    await page.getByRole('listbox').getByRole('option').click()
    await page.getByRole('button', { name: 'Watch 3 parcels' }).click()
    expect(await findPanelFaults(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Email address' }).fill('mona@mill-street.example')
    await page.getByLabel('The person with this address agrees').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('alertdialog').getByText('3 alerts saved.').waitFor()
    const saved = await db().selectFrom('alert').where('user_id', '=', id).select('name').orderBy('id').execute()
    expect(saved.map(({ name }) => name)).toEqual(['1200 Mill Road', '1200 Mill Road (2)', '1200 Mill Road (3)'])
  })

  it('explains a lost network and too many searches, and keeps the typed text', { timeout }, async () => {
    await useRoll(db(), roll)
    const page = await site().visitHome({ width: 360, height: 740 })
    const setup = await openForm(page)
    await setup.getByRole('radio', { name: 'Parcel ID' }).check()
    await setup.getByRole('button', { name: /^412 Larkspur Lane/ }).waitFor()
    await page.context().setOffline(true)
    await setup.getByRole('combobox').fill('41 lark')
    await setup.getByText('You are offline.').waitFor()
    expect(await findPageFaults(page)).toEqual([])
    await page.context().setOffline(false)
    await setup.getByText('2 properties.').waitFor()
    await page.route('**/trpc/roll.find**', (route) =>
      route.fulfill({ status: 429, json: [{ error: { message: 'Busy.', code: -32029, data: { httpStatus: 429 } } }] }),
    )
    await setup.getByRole('combobox').fill('41 larkin')
    await setup.getByText('Too many searches.').waitFor()
    expect(await setup.getByRole('combobox').inputValue()).toBe('41 larkin')
    await page.unroute('**/trpc/roll.find**')
    await setup.getByRole('button', { name: 'Try again' }).click()
    await setup.getByText('1 property.').waitFor()
  })
})
