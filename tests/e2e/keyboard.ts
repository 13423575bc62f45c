import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** The focused element: its accessible name, and whether it is visible. */
type Focused = { name: string; tag: string; hidden: string }

function describeFocus(): Focused {
  const element = document.activeElement as HTMLElement | null
  if (!element || element === document.body) return { name: '', tag: 'BODY', hidden: '' }
  const label = (element as HTMLInputElement).labels?.[0]
  // The box of a dialog would have the name of everything in it.
  const own = element.matches('[role=dialog], [role=alertdialog]') ? 'the box of a dialog' : element.textContent
  const name = element.getAttribute('aria-label') ?? label?.textContent ?? own
  // A checkbox is drawn by its label, so the visible part is the label.
  const box = element.getBoundingClientRect()
  const seen = box.width > 1 && box.height > 1 ? box : (label ?? element).getBoundingClientRect()
  const inView = seen.top >= -1 && seen.bottom <= innerHeight + 1 && seen.left >= -1 && seen.right <= innerWidth + 1
  // Of a field that is taller than the window, as much as possible is visible.
  const fits = seen.height <= innerHeight
  const [x, y] = [Math.min(Math.max(seen.left + seen.width / 2, 1), innerWidth - 1), seen.top + seen.height / 2]
  const top = document.elementFromPoint(x, Math.min(Math.max(y, 1), innerHeight - 1))
  const covered = top !== null && !element.contains(top) && !top.contains(element) && label?.contains(top) !== true
  const style = getComputedStyle(element)
  const ring = style.outlineStyle !== 'none' || style.boxShadow !== 'none' || element.matches('h1, h2, h3')
  const hidden = [
    fits && !inView && `outside the window (${Math.round(seen.top)} to ${Math.round(seen.bottom)} of ${innerHeight})`,
    covered && `covered by ${top.outerHTML.slice(0, 120)}`,
    !ring && 'without a ring',
  ]
  return { name: name.trim(), tag: element.tagName, hidden: hidden.filter(Boolean).join(', ') }
}

/** A key takes effect almost immediately, unless the machine is busy. */
const withinMoments = { interval: 10, timeout: 60_000 }

/** Waits until the focus is in the newly opened dialog; earlier keys would not reach it. */
export const waitForDialogFocus = (dialog: Locator) =>
  expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement)), withinMoments).toBe(true)

/** Presses a key in the dialog that just opened, and waits until it has closed. */
export async function closeByKey(dialog: Locator, key: 'Enter' | 'Escape'): Promise<void> {
  await waitForDialogFocus(dialog)
  await dialog.page().keyboard.press(key)
  await dialog.waitFor({ state: 'hidden' })
}

/** Delays the page's zero-length timers, as a busy machine may. Returns a function that runs them. */
export async function delayTimers(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const own = window.setTimeout
    const acts: (() => void)[] = []
    window.setTimeout = ((act: () => void, ms = 0) => {
      if (ms > 0) return own(act, ms)
      acts.push(act)
      // No timer has this id.
      return 0
    }) as typeof own
    return () => {
      window.setTimeout = own
      for (const act of acts) act()
    }
  })
  return () => held.evaluate((release) => release())
}

/** The maximum number of Tab stops of a page or dialog. */
const maxTabStops = 90
/** A page or list has loaded by then. */
const maxLoadMs = 60_000

/** Keyboard-only navigation: each step asserts that the focus is visible. */
export function createKeyboard(page: Page) {
  /** The focused element, once the browser has scrolled to it. */
  async function readFocus(): Promise<Focused> {
    let focused = await page.evaluate(describeFocus)
    for (let tries = 0; focused.hidden && tries < 20; tries += 1) {
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
      focused = await page.evaluate(describeFocus)
    }
    return focused
  }

  /**
   * Presses Tab (or Shift+Tab) until the element of that name has the focus. A list that is loading may bring it while
   * the keys go around, so they go around again for a while.
   */
  async function tabTo(name: string, { exact = true, back = false } = {}): Promise<void> {
    const passed: string[] = []
    const end = Date.now() + maxLoadMs
    // A part that is still loading would push the focused element out of the window.
    await page.waitForFunction(() => !document.querySelector('main output[aria-label]'))
    for (let stop = 0; stop < maxTabStops || Date.now() < end; stop += 1) {
      await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
      const focused = await readFocus()
      expect.soft(focused.hidden, `focus on '${focused.name || focused.tag}'`).toBe('')
      if (exact ? focused.name === name : focused.name.includes(name)) return
      passed.push(focused.name || focused.tag)
    }
    throw new Error(`No Tab leads to '${name}', only to: ${[...new Set(passed)].join(' | ').slice(0, 800)}`)
  }
  const write = async (text: string) => {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  }
  /** Controls in the page's main part that Tab does not reach. */
  async function findUnreachable(): Promise<string[]> {
    const stops = await page.evaluateHandle(() => new Set<Element | null>())
    const inMain = () =>
      stops.evaluate((reached) => {
        reached.add(document.activeElement)
        return document.querySelector('main')?.contains(document.activeElement) ?? false
      })
    for (let stop = 0; stop < maxTabStops * 2; stop += 1) {
      const [focused, within] = await Promise.all([readFocus(), inMain()])
      if (!within) break
      expect.soft(focused.hidden, `focus on '${focused.name || focused.tag}'`).toBe('')
      await page.keyboard.press('Tab')
    }
    return stops.evaluate((reached) => {
      // Of radio buttons only the chosen one is a stop: arrows reach the others.
      const offered = 'main :is(a[href], button, input:not([type=radio]:not(:checked)), select, textarea, summary)'
      return [...document.querySelectorAll<HTMLElement>(offered)]
        .filter((one) => one.checkVisibility() && !one.matches(':disabled') && !reached.has(one))
        .map((one) => one.getAttribute('aria-label') ?? (one.textContent || one.outerHTML.slice(0, 80)))
    })
  }
  const waitForPrompt = async (text: string) => {
    const prompt = page.getByRole('alertdialog').filter({ hasText: text })
    await prompt.waitFor()
    await waitForDialogFocus(prompt)
    return prompt
  }
  /** Waits until the element of that name has the focus and is visible. */
  const at = async (name: string) => {
    await expect.poll(async () => (await readFocus()).name, withinMoments).toContain(name)
    expect.soft((await readFocus()).hidden, `focus on '${name}'`).toBe('')
  }
  /** Answers the dialog with this text by the button of that name. */
  const answer = async (text: string, button: string) => {
    const prompt = await waitForPrompt(text)
    if ((await readFocus()).name !== button) await tabTo(button)
    await page.keyboard.press('Enter')
    await prompt.waitFor({ state: 'hidden' })
  }
  /** Closes the dialog with this text with Escape. */
  const dismiss = async (text: string) => {
    const prompt = await waitForPrompt(text)
    await page.keyboard.press('Escape')
    await prompt.waitFor({ state: 'hidden' })
  }
  /** Presses a button, which may already have the focus, and cancels its dialog: the focus is back on the button. */
  const pressAndDismiss = async (button: string, question: string) => {
    if (!(await readFocus()).name.startsWith(button)) await tabTo(button)
    await page.keyboard.press('Enter')
    await dismiss(question)
    await at(button)
  }
  const acts = {
    tabTo,
    write,
    at,
    answer,
    dismiss,
    askedInVain: pressAndDismiss,
    /** Does the same, then presses it again and answers. */
    askedTwice: async (button: string, question: string, yes: string) => {
      await pressAndDismiss(button, question)
      await page.keyboard.press('Enter')
      await answer(question, yes)
    },
    /** Presses a button or follows a link. */
    press: async (name: string, how?: { exact?: boolean; back?: boolean }) => {
      await tabTo(name, how)
      await page.keyboard.press('Enter')
    },
    key: (key: string) => page.keyboard.press(key),
    /** Waits for a text that is not in focus. */
    see: (text: string | RegExp, how?: { exact: boolean }) => page.getByText(text, how).waitFor(),
    heading: (name: string) => page.getByRole('heading', { name }).waitFor(),
    /** Waits for the rows of a list: 'a-b of n'. */
    results: (rows: string) => page.getByText(`Displaying Results: ${rows}`, { exact: true }).waitFor(),
    url: (url: RegExp) => page.waitForURL(url),
    /** Checks a checkbox whose label begins with this text. */
    check: async (name: string) => {
      await tabTo(name, { exact: false })
      await page.keyboard.press('Space')
    },
    /** Fills the fields one after the other. */
    typeIn: async (values: Record<string, string>) => {
      for (const [label, text] of Object.entries(values)) {
        await tabTo(label)
        await write(text)
      }
    },
    /** Skips the header and navigation of a newly opened page. */
    skip: async () => {
      await tabTo('Skip to main content')
      await page.keyboard.press('Enter')
    },
    /** Chooses from a native list by the first letters of the choice. */
    choose: async (label: string, choice: string) => {
      await tabTo(label, { exact: false })
      await page.keyboard.type(choice)
      const pressAndAnswer = () =>
        page.evaluate(() => (document.activeElement as HTMLSelectElement).selectedOptions[0]?.text)
      await expect.poll(pressAndAnswer, withinMoments).toBe(choice)
    },
    /** Waits for the page with this title, which has the focus; a link to it may have the same name. */
    onPage: (title: string) =>
      expect
        .poll(async () => {
          const { tag, name } = await readFocus()
          return tag === 'H1' && name
        }, withinMoments)
        .toBe(title),
    unreached: findUnreachable,
    focused: readFocus,
  }
  type Acts = typeof acts
  type Step = { [Act in keyof Acts]: readonly [Act, ...Parameters<Acts[Act]>] }[keyof Acts] | (() => unknown)
  return {
    ...acts,
    /** Takes the steps in turn: acts of the keyboard by name, and checks in between. */
    run: async (steps: readonly Step[]): Promise<void> => {
      for (const step of steps) {
        if (typeof step === 'function') await step()
        else {
          const [act, ...rest] = step
          await Reflect.apply(acts[act], acts, rest)
        }
      }
    },
  }
}
