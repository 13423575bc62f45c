import type { Page } from 'playwright-core'

type Screen = { title: string; words: number }
/** What a journey asks of a reader; `seconds` are those of this machine, which types and reads in no time. */
export type JourneyCount = { screens: number; words: number; presses: number; seconds: number }

/** In the page: reports each press of a mouse, a finger, or a key that types nothing. */
function reportPresses() {
  const { countPress } = globalThis as unknown as { countPress(): void }
  const modifiers = ['Shift', 'Control', 'Alt', 'Meta']
  const textFields = 'textarea, input:not([type=checkbox], [type=radio])'
  addEventListener('pointerdown', () => countPress(), true)
  addEventListener(
    'keydown',
    ({ key, target }) => {
      const types = (key.length === 1 || key === 'Backspace') && (target as Element).matches(textFields)
      if (!types && !modifiers.includes(key)) countPress()
    },
    true,
  )
}

const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length

/** Counts a journey from here on: each screen that the test names, its words, and every press other than typing. */
export async function startJourney(page: Page) {
  const started = performance.now()
  const screens: Screen[] = []
  let presses = 0
  await page.exposeFunction('countPress', () => void presses++)
  await page.addInitScript(reportPresses)
  /** The visible text: of a list, only the choice. */
  const countVisibleWords = async () => {
    const main = page.getByRole('main')
    const unseen = await main.locator('option:not(:checked)').allInnerTexts()
    return countWords(await main.innerText()) - countWords(unseen.join(' '))
  }
  return {
    /** Waits for the screen with this heading. */
    see: async (title: string): Promise<void> => {
      await page.getByRole('heading', { name: title, exact: true }).waitFor()
      screens.push({ title, words: await countVisibleWords() })
    },
    /** She reads a message and follows its link: a screen, and a press. */
    follow: async (title: string, text: string, link: string): Promise<void> => {
      screens.push({ title, words: countWords(text) })
      presses += 1
      await page.goto(link)
    },
    /** Ends the journey, and prints its count. */
    finish: (name: string): JourneyCount => {
      const count = {
        screens: screens.length,
        words: screens.reduce((sum, { words }) => sum + words, 0),
        presses,
        seconds: Math.round((performance.now() - started) / 100) / 10,
      }
      const list = screens.map(({ title, words }) => `${title} (${words})`).join(', ')
      console.log(
        `${name}: ${count.screens} screens, ${count.words} words, ${count.presses} presses, ${count.seconds} s: ${list}`,
      )
      return count
    },
  }
}
