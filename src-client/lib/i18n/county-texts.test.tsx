// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useTranslation } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { addSpokenTexts } from './add-spoken-texts.ts'
import { loadPageTexts, setLanguage, startTexts } from './i18n.ts'
import { Translated } from './translated.tsx'

const turkish = {
  header: { greeting: 'Merhaba, {{name}}' },
  login: { title: 'Oturum aç', newHere: 'Yeni misiniz?' },
  list: { pages: 'Sayfalar' },
}
const asked: string[] = []

beforeAll(async () => {
  startTexts()
  addSpokenTexts()
  await loadPageTexts()
})
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return Response.json(address === '/config/translations/tr.json' ? turkish : {})
  })
})
afterEach(async () => {
  cleanup()
  await setLanguage('ENGLISH')
  vi.unstubAllGlobals()
})

function Page() {
  const { t } = useTranslation()
  return (
    <>
      <p data-testid="greeting">
        <Translated textKey="header.greeting" name="Ann Sample" />
      </p>
      <h1>{t('login.title')}</h1>
      <h2>{t('login.links')}</h2>
      <p data-testid="mixed">
        {t('login.newHere')} <b>Lot 4</b>
      </p>
      <nav aria-label={t('list.pages')} />
    </>
  )
}

const langOf = (element: Element | null) => element?.getAttribute('lang') ?? null

it("shows the county's own translation, each text with its lang, and English where the county has none", async () => {
  render(<Page />)
  const title = screen.getByRole('heading', { level: 1 })
  await act(() => setLanguage('TURKISH'))
  expect(screen.getByTestId('greeting').innerHTML).toBe('<span lang="tr">Merhaba, Ann Sample</span>')
  expect(title.textContent).toBe('Oturum aç')
  await waitFor(() => expect(langOf(title)).toBe('tr'))
  expect(langOf(screen.getByRole('navigation', { name: 'Sayfalar' }))).toBe('tr')
  const untranslated = screen.getByRole('heading', { level: 2, name: 'County links' })
  expect(langOf(untranslated)).toBeNull()
  // The words of a record inside a translated sentence are not Turkish.
  const mixed = screen.getByTestId('mixed')
  expect([langOf(mixed), langOf(mixed.querySelector('b'))]).toEqual(['tr', 'en'])

  await act(() => setLanguage('ENGLISH'))
  expect(title.textContent).toBe('Log in')
  await waitFor(() => expect(langOf(title)).toBeNull())
  expect([langOf(mixed), langOf(mixed.querySelector('b'))]).toEqual([null, null])
})

it("loads a language's texts once, and never English", async () => {
  for (const code of ['PALAUAN', 'ENGLISH', 'PALAUAN', 'ENGLISH'] as const) await setLanguage(code)
  expect(asked).toEqual(['/config/translations/pau.json'])
})

it('keeps its texts if the new ones cannot be loaded, and tries again next time', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  render(<Page />)
  await act(() => setLanguage('KOREAN'))
  expect(screen.getByTestId('greeting').textContent).toBe('환영합니다, Ann Sample')
  expect(warned).toHaveBeenCalled()
  warned.mockRestore()
  vi.stubGlobal('fetch', async () => Response.json({ login: { title: '로그인' } }))
  await act(() => setLanguage('ENGLISH'))
  await act(() => setLanguage('KOREAN'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('로그인')
})

it('ends in the language that was chosen last, whichever texts arrive first', async () => {
  let answer: (texts: Response) => void = () => {}
  vi.stubGlobal('fetch', (address: string) =>
    address.includes('th.json')
      ? new Promise<Response>((resolve) => {
          answer = resolve
        })
      : Promise.resolve(Response.json({})),
  )
  render(<Page />)
  await act(async () => {
    const slow = setLanguage('THAI')
    await setLanguage('JAPANESE')
    answer(Response.json({}))
    await slow
  })
  expect(screen.getByTestId('greeting').textContent).toBe('ようこそ Ann Sample')
})
