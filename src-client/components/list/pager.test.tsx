// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { useSearchParams } from 'wouter'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { Pager } from './pager.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

function List({ pages }: { pages: number }) {
  const [search] = useSearchParams()
  return <Pager page={Number(search.get('page') ?? 1)} pages={pages} hrefFor={(page) => `/list?page=${page}`} />
}

const names = () => screen.getAllByRole('link').map((link) => link.getAttribute('aria-label') ?? link.textContent)

it('shows no pager for one page', () => {
  render(<List pages={1} />)
  expect(screen.queryByRole('navigation')).toBeNull()
})

it('shows First, Prev, the numbers, Next and Last, and no jumps up to thirty pages', () => {
  render(<List pages={3} />)
  expect(names()).toEqual(['First', 'Prev', 'Page 1', 'Page 2', 'Page 3', 'Next', 'Last'])
})

it('adds -10 and +10 above thirty pages', () => {
  render(<List pages={31} />)
  fireEvent.click(screen.getByRole('link', { name: 'Forward 10 pages' }))
  expect(location.search).toBe('?page=11')
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('11')
  fireEvent.click(screen.getByRole('link', { name: 'Back 10 pages' }))
  expect(location.search).toBe('?page=1')
})

it('keeps the focus on the pressed button, at the end of the list too', () => {
  render(<List pages={2} />)
  const next = screen.getByRole('link', { name: 'Next' })
  next.focus()
  fireEvent.click(next)
  expect(location.search).toBe('?page=2')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Next' }))
  expect(next.getAttribute('aria-disabled')).toBe('true')
})
