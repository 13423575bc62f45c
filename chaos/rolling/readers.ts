import type { Page } from 'playwright-core'
import type { Role } from '#shared/contract/roles.ts'

/** Someone with a page open. Residents have alerts and records of their own. */
export type Reader = {
  name: string
  role: Role
  address: string
  /** Waits until the page can be used. */
  ready(page: Page): Promise<void>
  /** Does something on it, repeatedly, without loading it again. */
  act(page: Page, round: number): Promise<void>
  /** Instead of the last `act`, once everything has been replaced. */
  finish?(page: Page): Promise<void>
}

const home = {
  role: 'USER',
  address: '/home',
  ready: async (page) => {
    await page.getByRole('heading', { name: 'My Alerts' }).waitFor()
    await details(page).waitFor()
  },
} as const satisfies Partial<Reader>

const inDialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const close = async (page: Page, name: string) => {
  await inDialog(page, name).getByRole('button', { name: 'Close' }).first().click()
  await inDialog(page, name).waitFor({ state: 'hidden' })
}
const pause = (page: Page) => page.waitForTimeout(1_000)

const details = (page: Page) =>
  page.getByRole('region', { name: 'Alert History' }).getByRole('link', { name: 'Details' })

async function readHistory(page: Page): Promise<void> {
  await details(page).click()
  await inDialog(page, 'Alert History').getByText(/D\d+/).first().waitFor()
  await close(page, 'Alert History')
}

const setup = (page: Page) => inDialog(page, 'Alert Setup')
const openSetup = (page: Page) => page.getByRole('button', { name: 'Add New Alert' }).click()

/** Types as people do; the form asks the server what it would have found. */
async function typeAlert(page: Page, lastName: string): Promise<void> {
  await setup(page).getByLabel('First name').fill('Perpetua')
  await setup(page).getByLabel('Last name').fill('')
  await setup(page).getByLabel('Last name').pressSequentially(lastName, { delay: 40 })
  await setup(page).getByText('in the last 12 months').waitFor()
}

async function expectTyped(page: Page, lastName: string): Promise<void> {
  const typed = await setup(page).getByLabel('Last name').inputValue()
  if (typed !== lastName) throw new Error(`typed ${lastName}, and the form has "${typed}"`)
}

export const readers: Reader[] = [
  {
    ...home,
    name: 'resident at home',
    act: async (page) => {
      await readHistory(page)
      await pause(page)
    },
  },
  {
    ...home,
    name: 'resident with a form',
    ready: async (page) => {
      await home.ready(page)
      await openSetup(page)
      await setup(page).getByLabel('Last name').waitFor()
    },
    act: async (page, round) => {
      const lastName = `Hallowmere${'abcdefghij'.charAt(round % 10)}`
      await typeAlert(page, lastName)
      await pause(page)
      await expectTyped(page, lastName)
    },
    finish: async (page) => {
      await typeAlert(page, 'Hallowmere')
      await setup(page)
        .getByRole('checkbox', { name: /I agree to get emails/ })
        .check()
      await setup(page).getByRole('button', { name: 'Done' }).click()
      await setup(page).getByText('Alert saved.').waitFor()
    },
  },
  {
    ...home,
    name: 'resident who comes back late',
    // The scripts of the dialogs opened at the end were never loaded: they belong to the former version.
    act: pause,
    finish: async (page) => {
      await readHistory(page)
      await openSetup(page)
      await typeAlert(page, 'Hallowmere')
      await expectTyped(page, 'Hallowmere')
    },
  },
  {
    name: 'clerk',
    role: 'COUNTY',
    address: '/controlPanel/users',
    ready: (page) => page.getByText('Displaying Results').waitFor(),
    act: async (page) => {
      await page.getByRole('link', { name: 'Edit' }).first().click()
      await page.getByRole('heading', { name: /^User \(/, level: 1 }).waitFor()
      await page.getByRole('link', { name: 'Back to the list' }).click()
      const pages = page.getByRole('navigation', { name: 'Pages' })
      const [forward, back] = ['Next', 'Prev'].map((name) => pages.getByRole('link', { name, exact: true }))
      await forward?.click()
      await page.getByText(/Displaying Results: 11-/).waitFor()
      await back?.click()
      await page.getByText(/Displaying Results: 1-/).waitFor()
      await pause(page)
    },
  },
]
