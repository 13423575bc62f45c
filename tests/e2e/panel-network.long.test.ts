import { expect, it } from 'vitest'
import { visitPanel } from './panel.ts'
import { describeInBrowser, useSite } from './site.ts'

describeInBrowser('the control panel without a network', () => {
  const site = useSite()

  it('reports a failed save, keeps the typed text, and saves it once the network is back', async () => {
    const page = await visitPanel(site(), '/controlPanel/common')
    const name = page.getByLabel('County name')
    await name.fill('Alder County of old')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByText('You are offline. What you typed is kept.').waitFor()
    await expect.poll(() => name.inputValue()).toBe('Alder County of old')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').first().waitFor()
    expect((await site().server.deps.settings.current()).common.countyName).toBe('Alder County of old')
  })
})
