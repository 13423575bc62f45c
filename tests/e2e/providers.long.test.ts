import { afterAll, expect, it, vi } from 'vitest'
import { standInEnv } from '../standins/environment.ts'
import { type SendgridStandIn, startSendgrid } from '../standins/sendgrid.ts'
import { startTwilio, type TwilioStandIn } from '../standins/twilio.ts'
import { describeInBrowser, useSite } from './site.ts'

let sendgrid: SendgridStandIn | undefined
let twilio: TwilioStandIn | undefined

const readText = (message: Record<string, unknown>): string => {
  const content = message.content as { type: string; value: string }[] | undefined
  return content?.find(({ type }) => type === 'text/plain')?.value ?? String(message.text ?? '')
}

describeInBrowser("email and text through SendGrid's and Twilio's clients", () => {
  const site = useSite(async () => {
    sendgrid = await startSendgrid()
    twilio = await startTwilio()
    return standInEnv(sendgrid, twilio)
  })
  afterAll(() => Promise.all([sendgrid?.stop(), twilio?.stop()]))

  const findTaken = (to: string, pattern: RegExp): Promise<RegExpExecArray> =>
    vi.waitFor(
      () => {
        const all = [...(sendgrid?.ledger ?? []), ...(twilio?.ledger ?? [])].filter((entry) => entry.to === to)
        const found = all.map(({ message }) => pattern.exec(readText(message))).find((match) => match !== null)
        expect(found).toBeTruthy()
        return found as RegExpExecArray
      },
      { timeout: 60_000, interval: 25 },
    )

  it('verifies an address by its link and a phone by its code, then notifies both', async () => {
    const { visit, visitHome, post } = site()
    const page = await visitHome()
    await page.getByRole('button', { name: 'Add New Alert' }).click()
    const setup = page.getByRole('dialog', { name: 'Alert Setup' })
    await setup.getByRole('radio', { name: 'Business/Trust' }).check()
    await setup.getByLabel('Business or trust name').fill('Juniper Gate Holdings LLC')
    await setup.getByText('0 records').waitFor()
    await setup.getByRole('textbox', { name: 'Email address' }).fill('owner@juniper-gate.example')
    await setup.getByRole('checkbox', { name: /I agree to get emails/ }).check()
    await setup.getByRole('button', { name: '+ Add a phone' }).click()
    await setup.getByRole('textbox', { name: 'Mobile phone' }).fill('+1 612 555 0177')
    await setup.getByRole('checkbox', { name: /I agree to get text/ }).check()
    await setup.getByRole('button', { name: 'Done' }).click()
    await setup.getByText('2 steps left').waitFor()

    const [link] = await findTaken('owner@juniper-gate.example', /http\S+\/ConfirmEmail\/[\w-]+/)
    const other = await visit()
    await other.goto(link)
    await other.getByRole('button', { name: 'Verify this email' }).click()
    await other.getByRole('heading', { name: 'Email Verification Complete' }).waitFor()

    const [, code = ''] = await findTaken('+16125550177', /code is (\d{6})/)
    await setup.getByLabel('Code from the text').fill(code === '000000' ? '111111' : '000000')
    await setup.getByLabel('Code from the text').press('Enter')
    await setup.getByText('That is not the code we sent.').waitFor()
    await setup.getByLabel('Code from the text').fill(code)
    await setup.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('(612) 555-0177 is verified.', { exact: true }).waitFor()
    await setup.getByText('Verified', { exact: true }).nth(1).waitFor()

    await post({ id: '2026-900002', grantor: 'JUNIPER GATE HOLDINGS' })
    await findTaken('owner@juniper-gate.example', /2026-900002/)
    await findTaken('+16125550177', /2026-900002/)
    const told = [...(sendgrid?.ledger ?? []), ...(twilio?.ledger ?? [])].filter(({ message }) =>
      readText(message).includes('2026-900002'),
    )
    expect(told.map(({ to }) => to).toSorted()).toEqual(['+16125550177', 'owner@juniper-gate.example'])
    expect([sendgrid?.breaches, twilio?.breaches]).toEqual([[], []])
  })
})
