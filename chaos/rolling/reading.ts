import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Reader } from './readers.ts'

/** The texts that pages show when something failed. */
const apologies =
  /unexpected error|service is busy|something went wrong|could not reach|we got no answer|could not show|could not be loaded/i
const describeError = (error: unknown): string =>
  error instanceof Error ? error.message.split('\n').slice(0, 8).join(' ') : String(error)

type Reading = (stopping: AbortSignal, onRound: () => void) => Promise<void>

/**
 * Opens a reader's page and waits until it can be used. Any failure, now or later, is noted and ends nothing.
 * @param open logs the reader in
 * @param pauseMs after a fault, so that a page that fails immediately is not tried without end
 * @returns uses the page until `stopping`, with a last look then
 */
export async function beginReading(
  { address, ready, act, finish }: Reader,
  { open, note, pauseMs = 1_000 }: { open: () => Promise<Page>; note: (what: string) => void; pauseMs?: number },
): Promise<Reading> {
  const attempt = async (what: string, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      note(`${what}${describeError(error)}`)
      return false
    }
  }
  let opened: Page | undefined
  await attempt('the page did not open: ', async () => void (opened = await open()))
  const page = opened
  if (!page) return async () => {}
  const mark = () => page.evaluate(() => void (document.documentElement.dataset.opened = 'once'))
  await attempt('the page is not ready: ', async () => {
    await page.goto(address)
    await ready(page)
  })
  await attempt('', mark)

  const look = async (step: (page: Page, round: number) => Promise<void>, round: number) => {
    const went = await attempt('', async () => {
      await step(page, round)
      const text = await page.locator('body').innerText()
      const apology = apologies.exec(text)?.[0]
      if (apology) note(`the page says "${apology}"`)
    })
    const stayed = await attempt('', async () => {
      if ((await page.evaluate(() => document.documentElement.dataset.opened)) === 'once') return
      note('the page was loaded again')
      await mark()
    })
    if (!went || !stayed) await wait(pauseMs)
  }
  return async (stopping, onRound) => {
    let round = 0
    while (!stopping.aborted) {
      await look(act, round++)
      onRound()
    }
    await look(finish ?? act, round)
  }
}
