import { readFileSync } from 'node:fs'
import { PDFDocument } from 'pdf-lib'
import readExcel from 'read-excel-file/node'
import { expect, it } from 'vitest'
import { addDays, dayToWire, today } from '#shared/domain/dates.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { makeUser } from '../helpers/factories.ts'
import { closeByKey } from './keyboard.ts'
import { chooseUser, findPanelFaults, visitPanel } from './panel.ts'
import { describeInBrowser, useSite } from './site.ts'

const path = '/controlPanel/auditLogReport'
const timeout = 300_000

describeInBrowser('Audit Report - User', () => {
  const site = useSite()
  it('starts with today, and saves both file types', { timeout }, async () => {
    const day = dayToWire(today('America/Chicago'))
    const { db } = site().server.deps
    const clerk = await makeUser(db, { username: 'odile.fenwick', firstName: 'Odile', lastName: 'Fenwick' })
    await writeAudit(db, { type: 'ALERT', actor: clerk, description: 'Saved alert Home' })
    const page = await visitPanel(site(), path)
    expect(await page.title()).toContain('Audit Report - User')
    for (const [label, value] of [
      ['From date', day],
      ['To date', day],
    ] as const)
      await expect.poll(() => page.getByLabel(label).inputValue()).toBe(value)
    const from = page.getByRole('group', { name: 'From', exact: true })
    const to = page.getByRole('group', { name: 'To', exact: true })
    for (const [group, values] of [
      [from, ['12', '00', 'AM']],
      [to, ['11', '59', 'PM']],
    ] as const) {
      const shown = ['Hour', 'Minute', 'AM/PM'].map((label) => group.getByLabel(label).inputValue())
      expect(await Promise.all(shown)).toEqual(values)
    }
    expect.soft(await findPanelFaults(page), 'the form').toEqual([])

    await page.getByRole('button', { name: 'Lookup: Username' }).click()
    const users = page.getByRole('dialog', { name: 'Users' })
    await chooseUser(users, 'fenwick', 'odile.fenwick (Odile Fenwick)')
    await expect.poll(() => page.getByRole('textbox', { name: /^Username/ }).inputValue()).toBe('odile.fenwick')

    const save = async (button: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ])
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
    }
    const pdf = await save('Report (PDF)')
    expect(pdf.name).toBe('UserReport.pdf')
    expect((await PDFDocument.load(pdf.bytes)).getPageCount()).toBe(1)
    await page.getByText('UserReport.pdf was saved.', { exact: true }).waitFor()
    const excel = await save('Export (Excel)')
    expect(excel.name).toBe('UserReportExport.xlsx')
    const [, ...rows] = (await readExcel(excel.bytes))[0]?.data ?? []
    expect(rows.map(([, username, type, , description]) => [username, type, description])).toEqual([
      ['odile.fenwick', 'Alert', 'Saved alert Home'],
    ])
  })

  it('shows errors on its fields, by keyboard alone', { timeout }, async () => {
    const page = await visitPanel(site(), path, { width: 360, height: 800 })
    const summary = page.getByRole('alertdialog')
    const refused = async (text: string, count: number) => {
      await page.getByLabel('To date').press('Enter')
      await summary.getByText(text).first().waitFor()
      await expect.poll(() => summary.getByText(text).count()).toBe(count)
      await closeByKey(summary, 'Escape')
    }
    await page.getByLabel('From date').fill('')
    await refused('Required.', 1)
    expect.soft(await findPanelFaults(page), 'a refused form').toEqual([])
    await page.getByLabel('From date').fill(dayToWire(today('America/Chicago')))
    await page.getByLabel('To date').fill(dayToWire(addDays(today('America/Chicago'), 1)))
    await refused('Future date entered.', 1)
    await page.getByLabel('From date').fill('1/1/2024')
    await page.getByLabel('To date').fill('1/2/2025')
    await refused('Date range cannot exceed a year.', 2)
    await page.getByLabel('To date').fill('12/31/2023')
    await refused('Invalid date/time range.', 1)
    await expect.poll(() => page.getByLabel('From date').inputValue()).toBe('01/01/2024')
  })

  it('shows a failure in a dialog; an ended session leads to the login', { timeout }, async () => {
    const page = await visitPanel(site(), path)
    const answer = (status: number, body: object) =>
      page.route('**/api/report/userReport', (route) => route.fulfill({ status, json: body }), { times: 1 })
    await answer(500, { ok: false, message: 'An unexpected error has occurred', content: null })
    await page.getByRole('button', { name: 'Report (PDF)' }).click()
    const message = page.getByRole('alertdialog')
    await message.getByText('An unexpected error has occurred (500)').waitFor()
    await message.getByRole('button', { name: 'Close' }).click()
    await answer(200, { ok: false, message: 'This report has more than 20,000 rows. Choose Excel.', content: null })
    await page.getByRole('button', { name: 'Report (PDF)' }).click()
    await message.getByText('Choose Excel.').waitFor()
    await message.getByRole('button', { name: 'Close' }).click()
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Export (Excel)' }).click()
    await page.waitForURL(/\/login\?next=%2FcontrolPanel%2FauditLogReport/)
  })

  it('shows progress, and can be canceled', { timeout }, async () => {
    const page = await visitPanel(site(), path)
    const never = Promise.withResolvers<void>()
    await page.route('**/api/report/userReport', () => never.promise)
    await page.getByRole('button', { name: 'Report (PDF)' }).click()
    await page.getByRole('button', { name: 'Creating the PDF…' }).waitFor()
    expect.soft(await findPanelFaults(page), 'while it is made').toEqual([])
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Report (PDF)' }).waitFor()
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
    never.resolve()
  })
})
