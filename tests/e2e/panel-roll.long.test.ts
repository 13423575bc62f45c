import fs from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { closeByKey } from './keyboard.ts'
import { findPanelFaults, visitPanel } from './panel.ts'
import { describeInBrowser, useSite } from './site.ts'

const roll = fs
  .readFileSync(new URL('../../scripts/samples/roll.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const toFile = (lines: string[], name = 'april.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

describeInBrowser('the Parcel roll page', () => {
  const site = useSite()
  const visit = () => visitPanel(site(), '/controlPanel/parcelRoll', undefined, 'TRIMIN')
  const choose = async (page: Page, file: ReturnType<typeof toFile>) => {
    await page.getByLabel('Assessor’s file').setInputFiles(file)
    await page.getByRole('button', { name: 'Upload and check' }).click()
  }
  const figures = (page: Page, label: string) =>
    page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]')

  it('checks a file, says what would change, asks, and restores an earlier version', async () => {
    const page = await visit()
    await page.getByText('roll.csv').waitFor()
    expect(await findPanelFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Upload and check' }).click()
    await page.getByRole('alertdialog').getByText('Choose a file.').waitFor()
    await closeByKey(page.getByRole('alertdialog'), 'Enter')

    await choose(page, toFile([...roll.slice(0, 1_700), '99-1-1,7 New Ct,,,,,,,,', ',8 New Ct,,,,,,,,']))
    await page.getByRole('heading', { name: 'New roll: april.csv' }).waitFor()
    await page.getByText('301 parcels of the roll in use are not in this file.').waitFor()
    expect(await figures(page, 'New parcels').textContent()).toBe('1')
    expect(await figures(page, 'Lines left out').first().textContent()).toBe('1')
    await page.getByRole('row', { name: '1,702 No parcel ID' }).waitFor()
    expect(await findPanelFaults(page)).toEqual([])

    await page.getByRole('button', { name: 'Use this roll' }).click()
    await page.getByRole('button', { name: 'Yes, use it' }).click()
    const loss = page.getByRole('alertdialog', { name: '301 parcels would be gone. Use this roll anyway?' })
    await loss.getByText('more than a tenth of the 2,000 parcels in use').waitFor()
    await loss.getByRole('button', { name: 'No' }).click()
    await page.getByRole('heading', { name: 'New roll: april.csv' }).waitFor()
    await page.getByRole('button', { name: 'Use this roll' }).click()
    await page.getByRole('button', { name: 'Yes, use it' }).click()
    await page.getByRole('button', { name: 'Yes, lose 301 parcels' }).click()
    await page.getByRole('heading', { name: 'Earlier versions' }).waitFor()
    expect(await figures(page, 'Parcels').textContent()).toBe('1,700')
    expect(await findPanelFaults(page)).toEqual([])

    await page.getByRole('button', { name: 'Go back to this version' }).click()
    const back = page.getByRole('alertdialog', { name: 'Go back to this version?' })
    await back.getByText('roll.csv has 2,000 parcels. The roll in use has 1,700.').waitFor()
    await back.getByRole('button', { name: 'Yes, go back' }).click()
    await expect.poll(() => figures(page, 'Parcels').textContent()).toBe('2,000')
  })

  it('reads columns by other names, and discards those that it does not need', async () => {
    const page = await visit()
    await page.getByText('With its own names').click()
    await page.getByLabel('Parcel ID', { exact: true }).fill('PIN | APN')
    await page.getByLabel('Address', { exact: true }).fill('NO\nSTREET')
    expect(await findPanelFaults(page)).toEqual([])
    await choose(page, toFile(['APN;NO;STREET', '99-1-1;7;New Ct'], 'own.csv'))
    await page.getByText('The columns are separated by semicolons.').waitFor()
    await page.getByRole('row', { name: '99-1-1 7 New Ct' }).waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Yes, discard it' }).click()
    await page.getByRole('heading', { name: 'Load a new roll' }).waitFor()
    expect(await page.getByLabel('Parcel ID', { exact: true }).inputValue()).toBe('PIN | APN')
  })

  it('says why a file cannot be read', async () => {
    const page = await visit()
    await page.getByText('With our names').click()
    await choose(page, toFile(['17-03-1,12 Elm St'], 'headless.csv'))
    await page.getByText('headless.csv: Line 1 has no columns PARCEL_ID, SITUS_ADDRESS.').waitFor()
    await page.getByText('The roll in use has not changed.').waitFor()
    expect(await findPanelFaults(page)).toEqual([])
  })

  it('sends a piece again after a short break, and can be stopped', async () => {
    const page = await visit()
    let calls = 0
    const stopped = Promise.withResolvers<void>()
    await page.route('**/roll/uploads/**', async (route) => {
      calls += 1
      if (calls === 1) return route.abort()
      if (calls > 2) await stopped.promise
      // The page has given up on the last piece.
      return route.continue().catch(() => {})
    })
    await page.getByText('With our names').click()
    const large = [
      ...roll,
      ...Array.from({ length: 60_000 }, (_, index) => `98-${index},${index} Longer Street Name,,,,,,,,`),
    ]
    await choose(page, toFile(large, 'large.csv'))
    await page.getByRole('progressbar', { name: 'Uploading large.csv' }).waitFor()
    await expect.poll(() => calls).toBeGreaterThan(2)
    await page.getByRole('button', { name: 'Stop the upload' }).click()
    await page.getByText('Upload stopped.').first().waitFor()
    stopped.resolve()
    await page.getByRole('heading', { name: 'Load a new roll' }).waitFor()
    expect(await figures(page, 'Parcels').textContent()).toBe('2,000')
  })

  it('is not for the county’s staff', async () => {
    const page = await visitPanel(site(), '/controlPanel/parcelRoll')
    await page.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor()
  })
})
