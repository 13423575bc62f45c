import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

type Color = { red: number; green: number; blue: number }
type Theme = 'light' | 'dark'

/** The hex values of one block; rgb() values (the overlay) are neither text nor edges. */
function tokensAfter(selector: string): Map<string, string> {
  const start = css.indexOf('{', css.indexOf(selector)) + 1
  const block = css.slice(start, css.indexOf('}', start))
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

const themes: Record<Theme, Map<string, string>> = {
  light: tokensAfter(':root'),
  dark: tokensAfter('[data-theme="dark"]'),
}

function color(theme: Theme, name: string): Color {
  const hex = themes[theme].get(name)
  if (!hex) throw new Error(`${theme} has no --${name}`)
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return { red: part(1), green: part(3), blue: part(5) }
}

function linear(value: number): number {
  const share = value / 255
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Relative luminance and contrast ratio of WCAG 2.1. */
function luminance({ red, green, blue }: Color): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

const contrastOf = (...colors: [Color, Color]): number => {
  const [low = 0, high = 0] = colors.map(luminance).toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}
const contrast = (theme: Theme, front: string, back: string) => contrastOf(color(theme, front), color(theme, back))

const statuses = ['success', 'warning', 'danger', 'info', 'neutral']
const surfaces = ['background', 'card', 'popover', 'muted', 'accent']

/** Text on its background. */
const textPairs: [string, string][] = [
  ...surfaces.flatMap((surface): [string, string][] => [
    ['foreground', surface],
    ['muted-foreground', surface],
    ['link', surface],
  ]),
  ['accent-foreground', 'accent'],
  ['primary', 'card'],
  ['primary', 'popover'],
  ['primary-foreground', 'primary'],
  ['primary-foreground', 'primary-hover'],
  ['destructive', 'card'],
  ['destructive', 'popover'],
  ['destructive-foreground', 'destructive'],
  ['destructive-foreground', 'destructive-hover'],
  ['header-foreground', 'header'],
  ['header-muted', 'header'],
  ['brass-ink', 'brass'],
  ...statuses.flatMap((status): [string, string][] => [
    [status, `${status}-tint`],
    [status, 'card'],
  ]),
]

/** Edges and icons with a meaning. */
const edgePairs: [string, string][] = [
  ['input', 'card'],
  ['input', 'popover'],
  ['input', 'background'],
  ['brass', 'header'],
  ['header-muted', 'header'],
  ['primary', 'accent'],
  ...statuses.map((status): [string, string] => [`${status}-edge`, 'card']),
  ...[1, 2, 3, 4].map((line): [string, string] => [`chart-${line}`, 'card']),
]

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  it.each(textPairs)('text %s on %s has at least 4.5', (front, back) => {
    expect(contrast(theme, front, back)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(edgePairs)('edge %s on %s has at least 3', (front, back) => {
    expect(contrast(theme, front, back)).toBeGreaterThanOrEqual(3)
  })

  // One of the two focus rings must stand out on any background.
  it.each([...surfaces, 'header', 'brass', 'primary'])('the focus shows on %s', (surface) => {
    expect(
      Math.max(contrast(theme, 'focus-halo', surface), contrast(theme, 'focus-ring', surface)),
    ).toBeGreaterThanOrEqual(3)
  })
})

it('has the same colors in light and dark', () => {
  expect([...themes.dark.keys()].toSorted()).toEqual([...themes.light.keys()].toSorted())
})

it('measures contrast as the standard does', () => {
  const gray = (value: number) => ({ red: value, green: value, blue: value })
  expect(contrastOf(gray(0), gray(255))).toBeCloseTo(21, 5)
})
