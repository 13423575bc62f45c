// cspell:ignore inputmode
import { expect, it } from 'vitest'
import { settingsGroups, settingsKeys } from '#shared/settings/groups.ts'
import { visitPanel } from './panel.ts'
import { describeInBrowser, useSite } from './site.ts'

describeInBrowser('the control panel', () => {
  const site = useSite()

  it('keeps the columns of every settings page at 1440 pixels while a field is wrong', async () => {
    const page = await visitPanel(site(), '/home', { width: 1440 }, 'FOREVER')
    const form = page.locator('main form')
    const measure = () =>
      page.evaluate(() => {
        const [card] = [...document.querySelectorAll('main section')].filter(
          (section) => section.querySelector('h2')?.textContent === 'Changes',
        )
        const [fields, list] = ['main form', '[data-error-list]'].map((found) => document.querySelector(found))
        const toColumn = (part: Element | null | undefined) => {
          const { x, width } = part?.getBoundingClientRect() ?? {}
          return part && { x, width }
        }
        return { fields: toColumn(fields), card: toColumn(card), list: toColumn(list) }
      })
    const withList: string[] = []
    for (const key of settingsKeys.filter((one) => one !== 'userPurgeNow')) {
      await page.goto(`/controlPanel/${settingsGroups[key].page}`)
      await page.getByText('No changes', { exact: true }).waitFor()
      const add = page.getByRole('button', { name: 'Add 5 rows' })
      if (await add.isVisible()) await add.click()
      const { fields, card } = await measure()
      expect.soft(card?.x, key).toBeGreaterThan((fields?.x ?? 0) + (fields?.width ?? 0))

      // A number and an address are invalid in this way, and an empty required text; a checkbox cannot be.
      const number = form.locator('input:enabled:is([type=url], [inputmode=numeric])').first()
      const text = form.locator('input:not([type=checkbox]):enabled, textarea').first()
      if (await number.isVisible()) await number.fill('x')
      else if (await text.isVisible()) await text.fill('')
      else continue
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const summary = page.getByRole('alertdialog').getByRole('button', { name: 'OK' })
      await summary.or(page.getByText('No changes', { exact: true })).waitFor()
      if (await summary.isVisible()) await summary.click()
      const { list, ...columns } = await measure()
      expect.soft(columns, key).toEqual({ fields, card })
      if (list) expect.soft(list, key).toEqual(fields)
      if (list) withList.push(key)
    }
    // The pages that are long enough for a list of errors.
    expect(withList).toEqual(['common', 'externalLinks', 'loginPageLinks', 'alertSettings', 'service'])
  })
})
