import { sql } from 'kysely'
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { heldReasons } from '#shared/domain/notice/skip-reasons.ts'
import { makeUser } from '../helpers/factories.ts'
import { findPanelFaults, visitPanel } from './panel.ts'
import { describeInBrowser, useSite } from './site.ts'

const timeout = 300_000

describeInBrowser("the panel's feeds", () => {
  const site = useSite()
  const visit = (path: string, look?: object) => visitPanel(site(), path, look, 'TRIMIN')
  const post = (key: string, body: string, type: string) =>
    fetch(`${site().url}/ingest/v1/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
      body,
      signal: AbortSignal.timeout(10_000),
    })

  it('shows that a missing feed was not found', { timeout }, async () => {
    const page = await visit('/controlPanel/feeds/999999')
    await page.getByRole('heading', { name: 'Feed', exact: true, level: 1 }).waitFor()
    await page.getByText('We could not find that.').waitFor()
    await page.getByRole('link', { name: 'All feeds' }).waitFor()
  })

  it('a new feed: refused, created, mapped and checked, with a key shown once', { timeout }, async () => {
    const page = await visit('/controlPanel/feeds')
    await page.getByText('Displaying Results').first().waitFor()
    await page.getByRole('link', { name: 'New feed' }).click()
    await page.getByRole('heading', { name: 'Feed (new*)', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    const prompt = page.getByRole('alertdialog')
    await expect.poll(() => prompt.getByRole('listitem').allTextContents()).toEqual(['Name: Required.'])
    await prompt.getByRole('button', { name: 'OK' }).click()

    await page.getByLabel('Name', { exact: true }).fill('Night files')
    await page.getByText('With their own names').click()
    await page.getByLabel('Document number').fill('DOC')
    await page.getByLabel('Recorded date and time').fill('REC | DATE')
    await page.getByLabel('Full name column').fill('WHO')
    await page
      .getByRole('textbox', { name: 'Sample' })
      .fill('DOC,DATE,WHO,BOOK\n9,2026-08-20,"OAKHURST, PERLA",12\n10,never,ACORN LLC,13')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('Columns we don’t read: BOOK.').waitFor()
    await page.getByText('Document 9').waitFor()
    await page.getByText('read as a person').waitFor()
    await page.getByText(/recordedAt is not a date/).waitFor()
    expect(await findPanelFaults(page)).toEqual([])

    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Feed (Night files)', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Create a key' }).click()
    const shown = page.getByRole('dialog')
    await shown.getByText('Copy it now').waitFor()
    const key = await shown.getByLabel('Key').inputValue()
    expect(key).toMatch(/^feed_/)
    expect(await findPanelFaults(page)).toEqual([])
    await shown.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.content()).not.toContain(key)
    expect(
      (await post(key, 'DOC,DATE,WHO\n9,2026-08-20,"OAKHURST, PERLA"\n10,never,ACORN LLC', 'text/csv')).status,
    ).toBe(200)

    await page.reload()
    await page.getByLabel('Full name column').waitFor()
    await expect.poll(() => page.getByLabel('Recorded date and time').inputValue()).toBe('REC | DATE')
    await page.getByLabel(/Time zone/).fill('Nowhere')
    await page.getByRole('button', { name: 'Save' }).click()
    await prompt.getByText('Enter a time zone such as America/Chicago.').waitFor()
    await prompt.getByRole('button', { name: 'OK' }).click()
    await page.getByLabel(/Time zone/).fill('America/Denver')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Feed saved.', { exact: true }).waitFor()

    await page.getByRole('button', { name: /^Revoke/ }).click()
    await prompt.getByText(`Revoke key ${key.slice(0, 11)}…?`).waitFor()
    await prompt.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Key revoked.', { exact: true }).waitFor()
    expect((await post(key, '{"events":[]}', 'application/json')).status).toBe(401)
  })

  it('quarantine: shows the original record, retries and discards it', { timeout }, async () => {
    const page = await visit('/controlPanel/feeds')
    await page.getByText('recordedAt is not a date', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Show: 10' }).click()
    await page.getByRole('dialog').getByText('ACORN LLC').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Retry: 10' }).click()
    const prompt = page.getByRole('alertdialog')
    await prompt.getByText(/We still cannot accept it: recordedAt is not a date/).waitFor()
    await prompt.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Retry all' }).click()
    await prompt.getByText('0 accepted, 1 still in quarantine.').waitFor()
    await prompt.getByRole('button', { name: 'Close' }).click()
    expect(await findPanelFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Discard: 10' }).click()
    await prompt.getByText('Discard document 10?').waitFor()
    await prompt.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Discarded.', { exact: true }).waitFor()
  })

  it('held notices: counted, and released after a question with their number', { timeout }, async () => {
    const { db } = site().server.deps
    await db
      .insertInto('notice')
      .values(
        ['a@example.org', 'b@example.org'].map((target) => ({
          kind: 'match' as const,
          template: 'match',
          event_id: 0,
          revision: 1,
          owner_key: 0,
          channel: 'EMAIL' as const,
          target,
          state: 'held' as const,
          reason: heldReasons.flood,
        })),
      )
      .execute()
    const page = await visit('/controlPanel/feeds')
    await page.getByText('2 notices', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: `Release: ${heldReasons.flood}` }).click()
    const prompt = page.getByRole('alertdialog')
    await prompt.getByText('Release 2 held notices?').waitFor()
    await prompt.getByRole('button', { name: 'Yes, release' }).click()
    await page.getByText('2 notices released.', { exact: true }).waitFor()
    await page.getByText('No notices are held.').waitFor()
  })

  it(
    'a county’s clerk releases and discards held notices and withheld matches; the entry counts what waits',
    {
      timeout,
    },
    async () => {
      const { db } = site().server.deps
      const owner = await makeUser(db, { username: 'odalys.fenwright' })
      const feed = await db.insertInto('feed').values({ name: 'Old records' }).returning('id').executeTakeFirstOrThrow()
      const addEvent = async (documentId: string, restricted: boolean) => {
        const { rows } = await sql<{ id: number }>`
        insert into event (feed_id, content_hash, document_id, restricted, document_type, recorded_on, recorded_at,
          recorded_has_time, parties, parcels)
        values (${feed.id}, '\\x00', ${documentId}, ${restricted}, 'WARRANTY DEED', '1998-03-04', '1998-03-04', false,
          '[]', '[]')
        returning id`.execute(db)
        return rows[0]?.id ?? 0
      }
      for (const document of ['1998-77', '1998-78'])
        await sql`
        with n as (
          insert into notice (kind, template, event_id, revision, user_id, owner_key, channel, target, state, reason)
          values ('match', 'match', ${await addEvent(document, false)}, 1, ${owner.id}, ${owner.id}, 'EMAIL', ${owner.email},
            'held', ${heldReasons.old}) returning id, event_id)
        insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id,
          target, match, notice_id)
        select ${owner.id}, event_id, 1, 1, 'Lake cabin', 'Odalys Fenwright', 'EMAIL', 1, ${owner.email}, '{}', id from n`.execute(
          db,
        )
      const alert = await db
        .insertInto('alert')
        .values({ user_id: owner.id, name: 'Mine', alert_type: 'NAME', criteria: 'Odalys Fenwright', rule_version: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const document of ['2026-91', '2026-92'])
        await sql`insert into withheld_match (event_id, alert_id, user_id)
        values (${await addEvent(document, true)}, ${alert.id}, ${owner.id})`.execute(db)

      const page = await visitPanel(site(), '/controlPanel/heldNotices')
      const entry = page.getByRole('navigation', { name: 'Control panel' }).getByRole('link', { name: 'Held notices' })
      const waiting = (count: string) => entry.getByText(count).first().waitFor()
      const decide = async (button: string, question: string, yes: string, done: string) => {
        await page.getByRole('button', { name: button }).click()
        const prompt = page.getByRole('alertdialog')
        await prompt.getByText(question).waitFor()
        await prompt.getByRole('button', { name: yes }).click()
        await page.getByText(done, { exact: true }).first().waitFor()
        await page.getByRole('button', { name: button }).waitFor({ state: 'detached' })
      }
      const row = page.getByRole('row').filter({ hasText: '1998-77' })
      await row.getByText('odalys.fenwright (Lake cabin)').waitFor()
      await row.getByText(heldReasons.old).waitFor()
      await waiting('4')
      expect.soft(await findPanelFaults(page), 'held notices').toEqual([])
      await decide('Discard: document 1998-77', 'Discard 1 held notice?', 'Yes, discard', '1 notice discarded.')
      await waiting('3')
      await decide('Release: document 1998-78', 'Release 1 held notice?', 'Yes, release', '1 notice released.')
      await page.getByText('No notices are held.').waitFor()
      const ofOwner = (document: string) => `document ${document} to odalys.fenwright`
      const about = (document: string) => `odalys.fenwright about document ${document}?`
      await decide(
        `Discard ${ofOwner('2026-91')}`,
        `Discard the notice to ${about('2026-91')}`,
        'Yes, discard',
        'Discarded.',
      )
      await waiting('1')
      await decide(`Release ${ofOwner('2026-92')}`, `Notify ${about('2026-92')}`, 'Yes, release', 'Released.')
      await expect.poll(() => entry.textContent()).toBe('Held notices')
      const states = await db
        .selectFrom('notice')
        .where('reason', '=', heldReasons.old)
        .where('state', '=', 'held')
        .select('id')
        .execute()
      expect(states).toEqual([])
    },
  )

  it('match preview of a record: alerts, owners, recipients and reasons', { timeout }, async () => {
    const page = await visit('/controlPanel/feedWhoTold')
    await page.getByRole('button', { name: 'Who would be notified?' }).click()
    const prompt = page.getByRole('alertdialog')
    await prompt.getByText('Required.').first().waitFor()
    await prompt.getByRole('button', { name: 'OK' }).click()
    const alert = await site()
      .server.deps.db.selectFrom('alert')
      .selectAll()
      .where('alert_type', '=', 'NAME')
      .limit(1)
      .executeTakeFirstOrThrow()
    await page.getByLabel('Document number').fill('2026-900001')
    await page.getByLabel('Recorded date').fill('08/20/2026')
    await page.getByLabel('Names, as they appear in the record').fill(`${alert.last_name}, ${alert.first_name}`)
    await page.getByRole('button', { name: 'Who would be notified?' }).click()
    await page.getByText(/alerts? match(es)?\.$/).waitFor()
    const row = page.getByRole('row').filter({ hasText: alert.name }).first()
    await expect.poll(() => row.textContent()).toContain('First and last name are the same.')
    await page.getByText('would be notified', { exact: true }).first().waitFor()
    expect(await findPanelFaults(page)).toEqual([])

    await page.getByText('Paste a record').click()
    const ahead = { documentIdentifier: '1', recordedAt: '2126-08-20', parties: [{ name: 'MARLOWE, TESSA' }] }
    await page.getByRole('textbox', { name: 'Record' }).fill(JSON.stringify(ahead))
    await page.getByRole('button', { name: 'Who would be notified?' }).click()
    const wrong = page.getByRole('definition').filter({ hasText: 'recordedAt is more than a day ahead' })
    await wrong.waitFor()
    expect(await findPanelFaults(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Record' }).fill('{"documentIdentifier": "1",')
    await page.getByRole('button', { name: 'Who would be notified?' }).click()
    await prompt.getByText(/This is not valid JSON/).waitFor()
  })

  it('how to send records: a command to copy, with the key only while the key is shown', { timeout }, async () => {
    const { name } = await site().server.deps.db.selectFrom('feed').select('name').limit(1).executeTakeFirstOrThrow()
    const page = await visit('/controlPanel/feeds')
    await page.getByRole('link', { name, exact: true }).click()
    const url = `${site().url}/ingest/v1/events`
    const commandWith = (key: string) =>
      `curl "${url}" -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d "{\\"events\\":[]}"`
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

    const card = page.getByRole('region', { name: 'How to send records' })
    await card.getByText(url, { exact: true }).waitFor()
    await card.getByText('Authorization: Bearer YOUR_FEED_KEY', { exact: true }).waitFor()
    const copy = { name: 'Copy the command' }
    await card.getByRole('button', copy).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => card.getByRole('status').textContent()).toBe('Copied.')
    expect(await clipboard()).toBe(commandWith('YOUR_FEED_KEY'))

    await page.getByRole('button', { name: 'Create a key' }).click()
    const dialog = page.getByRole('dialog')
    const key = await dialog.getByLabel('Key').inputValue()
    expect(await findPanelFaults(page)).toEqual([])
    await dialog.getByRole('button', copy).click()
    await dialog.getByText('Copied.', { exact: true }).waitFor()
    const command = await clipboard()
    expect(command).toBe(commandWith(key))
    // As a shell reads it: the arguments that curl would get.
    const asked = execFileSync('sh', ['-c', command.replace(/^curl/, `printf '%s\\n'`)], { encoding: 'utf8' }).split(
      '\n',
    )
    expect(asked.slice(0, 7)).toEqual([
      url,
      '-H',
      `Authorization: Bearer ${key}`,
      '-H',
      'Content-Type: application/json',
      '-d',
      '{"events":[]}',
    ])
    const answer = await post(key, asked[6] ?? '', 'application/json')
    expect(await answer.text()).toMatch(/^{"accepted":0/)

    // A browser without access to the clipboard: the command is selected for Ctrl+C.
    await page.evaluate(() =>
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('refused')) }),
    )
    await dialog.getByRole('button', copy).click()
    await dialog.getByText(/^Your browser did not let us copy it/).waitFor()
    expect(await page.evaluate(() => window.getSelection()?.toString())).toBe(commandWith(key))
    await expect
      .poll(() => dialog.getByRole('status').allTextContents())
      .toContainEqual(expect.stringContaining('Ctrl+C'))
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.content()).not.toContain(key)
  })

  it('suggestions: sets a setting after a question, and discards a suggestion', { timeout }, async () => {
    const { db } = site().server.deps
    const { id } = await db.insertInto('feed').values({ name: 'Unstated' }).returning('id').executeTakeFirstOrThrow()
    const surnames = ['SMITH', 'JOHNSON', 'WILLIAMS', 'BROWN', 'JONES', 'MILLER', 'DAVIS', 'GARCIA']
    const givenNames = ['JAMES', 'MARY', 'ROBERT', 'PATRICIA', 'MICHAEL', 'LINDA', 'DAVID', 'BARBARA']
    const names = surnames.flatMap((last, i) =>
      givenNames.map((first, j) => `${last} ${first} ${'ABCDEFGH'[(i + j) % 8]}`),
    )
    await db
      .insertInto('event')
      .values(
        names.map((name, i) => ({
          feed_id: id,
          document_id: `U-${i}`,
          content_hash: Buffer.from([i]),
          recorded_at: new Date(),
          recorded_has_time: false,
          recorded_on: '2026-08-20',
          parties: JSON.stringify([{ role: 'GRANTOR', name }]),
          parcels: JSON.stringify(i < 3 ? [`17-1-${i}, 17-2-${i}`] : []),
        })),
      )
      .execute()
    const page = await visit(`/controlPanel/feeds/${id}`)
    const card = page.getByRole('region', { name: 'Suggestions' })
    await card.getByText('We have not checked this feed’s records yet.').waitFor()
    await card.getByRole('button', { name: 'Check again' }).click()
    await card.getByText('Last names come first, but no name order is set.').waitFor()
    await card.getByText('64 records').waitFor()
    await card.getByText('We can read all 64 names.').waitFor()
    await card.getByText('We read 6 parcel IDs in these 3 fields.').waitFor()
    expect(await findPanelFaults(page)).toEqual([])

    await page.goto('/controlPanel/feeds')
    const row = page.getByRole('row').filter({ hasText: 'Unstated' })
    await row.getByText('2 suggestions').waitFor()
    await row.getByRole('link', { name: 'Unstated' }).click()

    await card.getByRole('button', { name: 'Discard' }).last().click()
    await page.getByText('Discarded. We’ll show it again if it changes.', { exact: true }).waitFor()
    await card.getByText('Some fields hold several parcel IDs.').waitFor({ state: 'hidden' })
    await card.getByText('1 discarded').click()
    await card.getByText('Some fields hold several parcel IDs.').waitFor()

    await page.getByLabel('Name', { exact: true }).fill('Not saved')
    await card.getByRole('button', { name: 'Set this order' }).click()
    const prompt = page.getByRole('alertdialog')
    await prompt.getByText('Change the settings of feed Unstated?').waitFor()
    await prompt.getByText(/New setting: Last name first\. .*nothing is sent again\. Your unsaved changes/).waitFor()
    await prompt.getByRole('button', { name: 'Yes' }).click()
    await page.getByText('Feed saved. The setting applies to records from now on.', { exact: true }).waitFor()
    await expect.poll(() => page.getByLabel('Name order').inputValue()).toBe('LAST_FIRST')
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Unstated')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Suggestions')
    // A check by the new settings follows automatically.
    await card.getByText('1 discarded').waitFor()
    await card.getByText('Last names come first').waitFor({ state: 'hidden' })
    const saved = await db.selectFrom('feed').select(['name_order', 'version']).where('id', '=', id).executeTakeFirst()
    expect(saved).toEqual({ name_order: 'LAST_FIRST', version: 2 })
  })

  it('is not for the county', { timeout }, async () => {
    const page = await visitPanel(site(), '/controlPanel/feeds', undefined, 'COUNTY')
    await page.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor()
  })
})
