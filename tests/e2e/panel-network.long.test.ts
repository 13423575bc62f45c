import { expect, it } from 'vitest'
import { describeInBrowser, useSite } from './site.ts'
import { visitPanel } from './panel.ts'

describeInBrowser('the control panel without a network', () => {
  const site = useSite()

  it('reports a failed save, keeps the typed text, and saves it once the network is back', async () => {
    const page = await visitPanel(site(), '/controlPanel/common')
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('prompt-host')),
    )
    await page.waitForLoadState('networkidle')
    const name = page.getByLabel('County name')
    await name.fill('Alder County of old')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const told = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await told.waitFor()
    await told.getByRole('button', { name: 'Close' }).last().click()
    await expect.poll(() => name.inputValue()).toBe('Alder County of old')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').first().waitFor()
    expect((await site().server.deps.settings.current()).common.countyName).toBe('Alder County of old')
  })
})
