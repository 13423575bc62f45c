import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { heldReasons } from '#shared/domain/notice/skip-reasons.ts'
import { waitForDialogFocus, delayTimers, createKeyboard } from './keyboard.ts'
import { findPanelPaths, visitPanel } from './panel.ts'
import { resize } from './resize.ts'
import { describeInBrowser, useSite } from './site.ts'

const timeout = 400_000
const desk = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }

describeInBrowser("the panel's pages by keyboard alone", () => {
  const site = useSite()
  const db = () => site().server.deps.db
  const settings = () => site().server.deps.settings.current()
  /** Until no part of the page is loading: a part that loads later would push the focused element. */
  const loaded = (page: Page) =>
    page.waitForFunction(() => {
      const main = document.querySelector('main')
      const stops = [...(main?.querySelectorAll('a, button, input, select') ?? [])]
      return !main?.querySelector('output[aria-label]') && stops.some((one) => one.checkVisibility())
    })
  /** A notice that waits for staff, without which some pages have nothing to press. */
  const hold = (target: string) =>
    db()
      .insertInto('notice')
      .values({
        kind: 'match',
        template: 'match',
        event_id: 0,
        revision: 1,
        owner_key: 0,
        channel: 'EMAIL',
        target,
        state: 'held',
        reason: heldReasons.flood,
      })
      .execute()
  const open = async (path: string, look = desk) => {
    const page = await visitPanel(site(), path, look, 'TRIMIN')
    await loaded(page)
    const keys = createKeyboard(page)
    await keys.skip()
    return { page, keys }
  }
  /** Moves on within the panel, as its links do: the title of the next page has the focus. */
  const goTo = async (page: Page, path: string) => {
    await page.evaluate((to) => history.pushState(null, '', to), path)
    await page.waitForFunction((to) => location.pathname === to && document.activeElement?.matches('main h1'), path)
    await loaded(page).catch((cause: unknown) => {
      throw new Error(`${path} did not load.`, { cause })
    })
  }

  it('every Tab stop of every page, on a desktop and on a phone', { timeout }, async () => {
    await hold('held@example.org')
    const windows = await Promise.all([1, 2, 3].map(() => visitPanel(site(), '/controlPanel/users', desk, 'TRIMIN')))
    const paths = await findPanelPaths(site(), windows[0] as Page)
    // Most of the time is spent loading pages, so three windows share them.
    const walk = async (page: Page) => {
      const missed = async () => {
        await page.evaluate(() => document.querySelector<HTMLElement>('main h1')?.focus())
        return createKeyboard(page).unreached()
      }
      for (let path = paths.shift(); path; path = paths.shift()) {
        await resize(page, desk)
        await goTo(page, path)
        for (const size of [desk, phone]) {
          await resize(page, size)
          // Elements that loaded after the Tabs had passed are reached once more.
          const once = await missed()
          expect.soft(once.length > 0 ? await missed() : [], `${path}, ${size.width} pixels wide`).toEqual([])
        }
      }
    }
    await Promise.all(windows.map(walk))
    await db().deleteFrom('notice').where('target', '=', 'held@example.org').execute()
  })

  it('settings: moves paragraphs and links, shows errors, saves, discards', { timeout }, async () => {
    const { page, keys } = await open('/controlPanel/homeLatestNews')
    await keys.run([
      ['press', 'Add 5 rows'],
      ['at', 'Heading 1'],
      () => page.keyboard.type('First'),
      ['typeIn', { 'Text 1': 'The office is closed.', 'Heading 2': 'Second' }],
      ['press', 'Row 2 up'],
      ['at', 'Row 1 up'],
      ['key', 'Enter'],
      ['answer', 'Already at first row', 'Close'],
      ['at', 'Row 1 up'],
      ['press', 'Remove row 5'],
      ['at', 'Remove row 4'],
      ['press', 'Save'],
      ['see', 'No changes', { exact: true }],
      ['at', 'Save'],
    ])
    expect((await settings()).latestNews.paragraphs.map(({ heading }) => heading)).toEqual(['Second', 'First', '', ''])

    await goTo(page, '/controlPanel/loginPageLinks')
    await keys.run([
      ['press', 'Row 1 down'],
      ['at', 'Row 2 down'],
      ['key', 'Enter'],
      ['at', 'Row 3 down'],
      ['tabTo', 'Address 1', { back: true }],
      ['write', 'maps.example'],
      ['press', 'Row 12 down'],
      ['answer', 'Already at last row', 'Close'],
      ['press', 'Save'],
      ['answer', 'Please fix', 'OK'],
      ['tabTo', 'Address 1', { back: true }],
      ['write', 'https://maps.example'],
      ['tabTo', 'Description 1', { back: true }],
      ['write', 'Plat maps'],
      ['press', 'Save'],
      ['see', 'No changes', { exact: true }],
    ])
    const { paragraphs: links } = (await settings()).loginPageLinks
    expect(links.map(({ heading }) => heading).slice(0, 3)).toEqual(['Plat maps', '', "Recorder's office"])
    await keys.run([
      ['press', 'Clear row 3', { back: true }],
      ['see', '1 change not saved'],
      ['press', 'Undo changes'],
      ['see', 'No changes', { exact: true }],
      // The button disappears with what it undid, so the focus moves to the one next to it.
      ['at', 'Save'],
    ])
  })

  it('a feed: creates it, adds a key, changes it; quarantine, held notices, match preview', { timeout }, async () => {
    await hold('a@example.org')
    const { page, keys } = await open('/controlPanel/feeds')
    const dialog = page.getByRole('dialog')
    await keys.run([
      ['press', 'New feed'],
      ['at', 'Feed (new*)'],
      ['press', 'Save'],
      ['answer', 'Please fix 1 thing', 'OK'],
      ['at', 'Name'],
      ['write', 'Night files'],
      ['press', 'Save'],
      ['at', 'Feed (Night files)'],
      ['press', 'Create a key'],
    ])
    await waitForDialogFocus(dialog)
    await keys.tabTo('Key')
    const key = await dialog.getByLabel('Key').inputValue()
    // No longer 'Creating…'.
    await page.getByRole('button', { name: 'Create a key', includeHidden: true }).waitFor()
    const release = await delayTimers(page)
    await keys.run([
      ['key', 'Escape'],
      () => dialog.waitFor({ state: 'hidden' }),
      ['at', 'Create a key'],
      ['tabTo', 'Time zone', { exact: false }],
      ['write', 'America/'],
    ])
    // Nothing that the dialog delayed takes the focus from the field.
    await release()
    await page.keyboard.type('Denver')
    await keys.run([
      ['press', 'Save'],
      ['see', 'Feed saved.', { exact: true }],
      // The form is rendered again with the saved values.
      ['at', 'Save'],
    ])
    const feed = await db().selectFrom('feed').selectAll().where('name', '=', 'Night files').executeTakeFirst()
    expect(JSON.stringify(feed)).toContain('America/Denver')

    await fetch(`${site().url}/ingest/v1/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
      body: 'documentIdentifier,recordedAt,name\n10,never,ACORN LLC\n11,never,OAK LLC',
      signal: AbortSignal.timeout(10_000),
    })
    await keys.run([
      ['tabTo', 'Revoke: ', { exact: false, back: true }],
      ['askedTwice', 'Revoke: ', 'Revoke key', 'Revoke'],
      ['see', 'Key revoked.', { exact: true }],
      // Its row, which has no deed any more.
      ['at', 'Revoked '],
    ])

    await goTo(page, '/controlPanel/feeds')
    await keys.run([
      ['askedTwice', 'Release: Over the daily notice limit.', 'Release 1 held notice?', 'Yes, release'],
      ['at', 'Held notices'],
      ['press', 'Show: 10'],
    ])
    await waitForDialogFocus(dialog)
    await keys.run([
      ['key', 'Escape'],
      () => dialog.waitFor({ state: 'hidden' }),
      ['at', 'Show: 10'],
      ['press', 'Retry: 10'],
      ['answer', 'We still cannot accept it', 'Close'],
      ['at', 'Retry: 10'],
      ['press', 'Discard: 10'],
      ['answer', 'Discard document 10?', 'Discard'],
      ['at', 'recordedAt is not a date'],
      ['press', 'Retry all', { back: true }],
      ['answer', '0 accepted, 1 still in quarantine.', 'Close'],
      ['at', 'Retry all'],
    ])

    await goTo(page, '/controlPanel/feedWhoTold')
    await keys.run([
      ['tabTo', 'Fill in a form', { exact: false }],
      ['key', 'ArrowDown'],
      ['typeIn', { Record: '{"documentIdentifier": "1",' }],
      ['press', 'Who would be notified?'],
      ['answer', 'This is not valid JSON', 'OK'],
      ['at', 'Record'],
    ])
  })
})
