// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { PromptHost } from '#client/components/dialogs/prompt-host.tsx'
import { type Language, languageCodes, languages } from '#shared/contract/languages.ts'
import { spokenTexts } from '#shared/texts/spoken-texts.ts'
import { prompts } from '../dialogs/prompts.ts'
import { logOut } from '../session/session.ts'
import { addSpokenTexts } from './add-spoken-texts.ts'
import { loadPageTexts, setLanguage, startTexts } from './i18n.ts'
import { Translated } from './translated.tsx'

beforeAll(async () => {
  startTexts()
  addSpokenTexts()
  await loadPageTexts()
})
beforeEach(() => {
  // The county supplies no translation.
  vi.stubGlobal('fetch', async () => Response.json({}))
})
afterEach(async () => {
  cleanup()
  prompts.set([])
  await setLanguage('ENGLISH')
  vi.unstubAllGlobals()
})

function Shell() {
  return (
    <>
      <p data-testid="greeting">
        <Translated textKey="header.greeting" name="Ann Sample" />
      </p>
      <button type="button" onClick={() => void logOut()}>
        <Translated textKey="header.logOut" />
      </button>
      <PromptHost />
    </>
  )
}

const inTongue = (code: Language, element: Element | null | undefined) => {
  const inner = element?.querySelector('[lang]')
  return { text: element?.textContent, lang: inner?.getAttribute('lang') ?? null, code }
}

it.each(languageCodes)('greets, and asks before logging out, in %s if it has the words', async (code) => {
  await setLanguage(code)
  render(<Shell />)
  const own = spokenTexts[code] ?? {}
  const tag = (text: string | undefined) => (text === undefined ? null : languages[code].tag)
  const greeting = (own.greeting ?? 'Hello, {{name}}').replace('{{name}}', 'Ann Sample')
  expect(inTongue(code, screen.getByTestId('greeting'))).toEqual({ text: greeting, lang: tag(own.greeting), code })
  const button = screen.getByRole('button')
  expect(inTongue(code, button)).toEqual({ text: own.logOut ?? 'Log out', lang: tag(own.logOut), code })

  fireEvent.click(button)
  // All three, or none: the reader is never asked in one language and answers in another.
  const { logOutQuestion, yes: ownYes, no: ownNo } = own
  const asked = logOutQuestion && ownYes && ownNo ? { logOutQuestion, yes: ownYes, no: ownNo } : {}
  const dialog = await screen.findByRole('alertdialog', { name: asked.logOutQuestion ?? 'continue?' })
  expect(inTongue(code, dialog.querySelector('h2'))).toMatchObject({ lang: tag(asked.logOutQuestion) })
  const [no, yes] = [...dialog.querySelectorAll('button')]
  expect(inTongue(code, no)).toEqual({ text: asked.no ?? 'No', lang: tag(asked.no), code })
  expect(inTongue(code, yes)).toEqual({ text: asked.yes ?? 'Yes, log out', lang: tag(asked.yes), code })
})
