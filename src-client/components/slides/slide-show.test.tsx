// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTexts } from '#client/lib/i18n/i18n.ts'
import { SlideShow } from './slide-show.tsx'
import { slideInterval } from './use-auto-advance.ts'

beforeAll(startTexts)
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const withMotion = (still: boolean) =>
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: still } as MediaQueryList)
const slideShown = () => screen.getByRole('button', { current: true }).getAttribute('aria-label')
const later = () => act(() => vi.advanceTimersByTime(slideInterval))
const show = (count: number) => render(<SlideShow count={count} county="Alder County" />).container

describe('slides that turn', () => {
  beforeEach(() => {
    withMotion(false)
  })

  it('advance every 30 seconds, and start over after the last', () => {
    show(2)
    expect(slideInterval).toBe(30_000)
    expect(slideShown()).toBe('Slide 1')
    later()
    expect(slideShown()).toBe('Slide 2')
    later()
    expect(slideShown()).toBe('Slide 1')
  })

  it('stop at Pause, and continue at Play', () => {
    show(3)
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
    later()
    expect(slideShown()).toBe('Slide 1')
    fireEvent.click(screen.getByRole('button', { name: 'Play' }))
    later()
    expect(slideShown()).toBe('Slide 2')
  })

  it('wait while they have the pointer or the focus', () => {
    const region = show(3).querySelector('section')
    if (!region) throw new Error('There is no slide show.')
    fireEvent.pointerEnter(region)
    later()
    expect(slideShown()).toBe('Slide 1')
    fireEvent.pointerLeave(region)
    later()
    expect(slideShown()).toBe('Slide 2')
    fireEvent.focus(screen.getByRole('button', { name: 'Next slide' }))
    later()
    expect(slideShown()).toBe('Slide 2')
  })

  it('move with a press, in both directions and to any slide', () => {
    show(6)
    fireEvent.click(screen.getByRole('button', { name: 'Previous slide' }))
    expect(slideShown()).toBe('Slide 6')
    fireEvent.click(screen.getByRole('button', { name: 'Next slide' }))
    expect(slideShown()).toBe('Slide 1')
    fireEvent.click(screen.getByRole('button', { name: 'Slide 4' }))
    expect(slideShown()).toBe('Slide 4')
  })

  it('are at most six', () => {
    show(9)
    expect(screen.getAllByRole('button', { name: /^Slide \d/ })).toHaveLength(6)
  })
})

it('start paused for a reader who wants less motion', () => {
  withMotion(true)
  show(3)
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy()
  later()
  expect(slideShown()).toBe('Slide 1')
})

it.each([
  [0, 0],
  [1, 1],
])('%i slides: %i pictures and no controls', (count, pictures) => {
  withMotion(false)
  show(count)
  expect(screen.queryAllByRole('img')).toHaveLength(pictures)
  expect(screen.queryAllByRole('button')).toEqual([])
})
