import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { makeUser } from '../helpers/factories.ts'
import { findPanelFaults, visitPanel } from './panel.ts'
import { describeInBrowser, useSite } from './site.ts'

const timeout = 300_000

/** In pixels: the height of a button with the room around it. */
const oneLine = 64
const heightOf = async (row: Locator) => (await row.boundingBox())?.height

describeInBrowser("the panel's emails and phones", () => {
  const site = useSite()
  const db = () => site().server.deps.db

  it('emails: finds migrated and inactive ones and their alerts', { timeout }, async () => {
    await db()
      .insertInto('email_address')
      .values([
        { address: 'meadow.old@example.org', migrated: true, verified_at: new Date() },
        { address: 'meadow.new@example.org', migrated: false, verified_at: null },
      ])
      .execute()
    const page = await visitPanel(site(), '/controlPanel/emails', { width: 1440 })
    await page.getByText('Displaying Results').waitFor()
    expect.soft(await findPanelFaults(page), 'emails').toEqual([])
    await page.getByLabel('Find').fill('meadow.old')
    const row = page.getByRole('row').filter({ hasText: 'meadow.old@example.org' })
    await row.getByText('Yes').waitFor()
    const inactive = row.getByRole('button', { name: 'inactive' })
    await inactive.waitFor()
    expect.soft(await heightOf(row)).toBeLessThan(oneLine)
    await inactive.click()
    await row.getByText('No active alert uses it.').waitFor()
    await db()
      .insertInto('suppression')
      .values({ channel: 'EMAIL', target: 'meadow.old@example.org', reason: 'bounce' })
      .execute()
    await page.reload()
    await inactive.click()
    await row.getByText('Suppressed: Messages bounce.').waitFor()
    await page.getByText('Staff can lift some suppressions. Look on the user’s page').waitFor()
    expect.soft(await findPanelFaults(page), 'a stopped email').toEqual([])
    // The legacy version knew it; one that waits for its owner's yes says so next to the address.
    await expect.poll(() => row.getByText('not verified yet').count()).toBe(0)
    await page.getByLabel('Find').fill('meadow.new')
    const unverified = page.getByRole('row').filter({ hasText: 'meadow.new@example.org' })
    await unverified.getByText('not verified yet').waitFor()
    expect.soft(await heightOf(unverified)).toBeLessThan(oneLine)
    await page.getByRole('button', { name: 'Clear' }).click()
    const used = page.getByRole('link', { name: /^Alerts \([1-9]\d*\)/ }).first()
    const count = /\((\d+)\)/.exec((await used.textContent()) ?? '')?.[1]
    await used.click()
    await page.getByRole('heading', { name: 'Alert List' }).waitFor()
    await page.getByText(new RegExp(`Displaying Results: 1-\\d+ of ${count}$`)).waitFor()
    await page.getByRole('button', { name: /^Remove filter Email: .+@/ }).click()
    await page.waitForURL(/\/controlPanel\/alerts(\?user=\d+)?$/)
  })

  it('a shared address: its owners in neighboring rows, corrected for one of them', { timeout }, async () => {
    const owners = [
      await makeUser(db(), { username: 'corin.ashdown' }),
      await makeUser(db(), { username: 'delia.ashdown' }),
    ]
    for (const { id } of owners) {
      const alert = await db()
        .insertInto('alert')
        .values({ user_id: id, name: 'House', alert_type: 'PARCEL_ID', criteria: '17-03', rule_version: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const email = await db()
        .insertInto('email_address')
        .values({ owner_id: id, address: 'ashdwon@example.org', verified_at: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db().insertInto('alert_email').values({ alert_id: alert.id, email_id: email.id, position: 0 }).execute()
    }
    const page = await visitPanel(site(), '/controlPanel/emails?find=ashdwon')
    await page.getByText('Displaying Results: 1-1 of 1').waitFor()
    await page.getByText('2 owners').waitFor()
    expect.soft(await findPanelFaults(page), 'a shared email').toEqual([])
    await page.getByRole('button', { name: 'Correct: ashdwon@example.org, delia.ashdown' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Alerts of delia.ashdown only.').waitFor()
    expect.soft(await findPanelFaults(page), 'correcting').toEqual([])
    await dialog.getByLabel('Correct email address').fill('ashdown@example.org')
    await dialog.getByRole('checkbox', { name: /^The person with this address agrees/ }).check()
    await dialog.getByRole('button', { name: 'Save and verify' }).click()
    const message = page.getByRole('alertdialog')
    await message.getByText('Changed to ashdown@example.org.').waitFor()
    await message.getByRole('button', { name: 'Close' }).click()
    // The former address gets the owner's notices until the new one is verified.
    await page.getByText('2 owners').waitFor()
    await page.getByLabel('Find').fill('ashdown@')
    await page.getByRole('row').filter({ hasText: 'delia.ashdown' }).getByText('not verified yet').waitFor()
  })

  it('phones: every action asks first and reports its outcome', { timeout }, async () => {
    const owner = await makeUser(db(), { username: 'tamsin.greave' })
    await db()
      .insertInto('phone')
      .values([
        { owner_id: owner.id, number: '+16125550191', validation_attempts: 3, verification_attempts: 4 },
        { owner_id: owner.id, number: '+16125550192', validated_at: new Date(), verified_at: new Date() },
      ])
      .execute()
    const page = await visitPanel(site(), '/controlPanel/phones?find=555019', { width: 1440 })
    const row = page.getByRole('row').filter({ hasText: '(612) 555-0191' })
    const prompt = page.getByRole('alertdialog')
    const deed = async (button: string, question: string, told: string) => {
      await row.getByRole('button', { name: button }).click()
      await prompt.getByText(question, { exact: true }).waitFor()
      await prompt.getByRole('button', { name: 'Yes' }).click()
      await prompt.getByText(told).waitFor({ timeout: 60_000 })
      await prompt.getByRole('button', { name: 'Close' }).click()
      await prompt.waitFor({ state: 'hidden' })
    }
    // One line high, until it is opened.
    await row.getByRole('button', { name: 'More' }).waitFor()
    expect.soft(await heightOf(row)).toBeLessThan(oneLine)
    expect.soft(await heightOf(page.getByRole('row').filter({ hasText: '555-0192' }))).toBeLessThan(oneLine)
    await row.getByRole('button', { name: 'inactive' }).click()
    await row.getByText('No active alert uses it.').waitFor()
    await row.getByRole('button', { name: 'More' }).click()
    await row.getByRole('button', { name: 'Validate' }).waitFor()
    expect.soft(await findPanelFaults(page), 'phones').toEqual([])
    await expect.poll(() => row.getByRole('button', { name: 'Invalidate' }).count()).toBe(0)
    await deed('Validate', 'Validate phone (612) 555-0191?', '(612) 555-0191 was validated.')
    await deed('Invalidate', 'Invalidate phone (612) 555-0191?', '(612) 555-0191 was invalidated.')
    await deed('Reset', 'Reset phone (612) 555-0191?', 'The attempts of (612) 555-0191 were reset.')
    await deed('SMS', 'Text phone (612) 555-0191?', 'Text sent to (612) 555-0191.')
    expect(await site().outbox('+16125550191')).toHaveLength(1)
    await row.getByRole('button', { name: 'SMS' }).click()
    await prompt.getByRole('button', { name: 'No' }).click()
    await prompt.waitFor({ state: 'hidden' })
    expect(await site().outbox('+16125550191')).toHaveLength(1)
    await row.getByRole('link', { name: 'Alerts (0)' }).click()
    await page.getByRole('button', { name: 'Remove filter Phone: (612) 555-0191' }).waitFor()
    await page.getByText('No Records Found.').waitFor()
  })
})
