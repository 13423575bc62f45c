// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import './keep-focus.ts'
import { saveFocus } from './keep-focus.ts'

const button = (name: string) => `<button type="button">${name}</button>`
const row = (name: string) => `<li id="${name}"><b>${name}</b> ${button(`Undo ${name}`)}</li>`

beforeEach(() => {
  document.body.innerHTML = `<main><h1>Page</h1><section><h2>Stopped</h2><ul>${row('a')}${row('b')}</ul></section></main>`
})

const named = (name: string) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
const focused = () => document.activeElement?.textContent?.trim()
/** Observers run after the change, as in a browser. */
const told = () => new Promise((done) => setTimeout(done))

it.each([
  ['the row after it', () => document.getElementById('a')?.remove(), 'b Undo b'],
  ['its row, where only the button goes', () => named('Undo a')?.remove(), 'a'],
  [
    'the button in its place',
    () => named('Undo a')?.replaceWith(Object.assign(document.createElement('button'), { textContent: 'Do a' })),
    'Do a',
  ],
  [
    'the button at the same place of a part that is drawn again',
    () => {
      const list = document.querySelector('ul')
      if (list) list.outerHTML = `<div><p>${button('First')} ${button('Second')}</p></div>`
    },
    'Second',
  ],
  ['the heading of its part, where nothing is left', () => document.querySelector('ul')?.remove(), 'Stopped'],
])('moves the focus of a removed element to %s', async (_to, change, expected) => {
  named('Undo a')?.focus()
  change()
  await told()
  expect(focused()).toBe(expected)
})

it('does not restore a focus that the reader gave up', async () => {
  named('Undo a')?.focus()
  named('Undo a')?.blur()
  await told()
  document.getElementById('a')?.remove()
  await told()
  expect(document.activeElement).toBe(document.body)
})

it('keeps moving to a field when the box of the dialog took the focus; a press on the box clears it', async () => {
  document.body.innerHTML = `<div role="dialog" tabindex="-1">${button('One')} ${button('Two')}</div>`
  const box = document.querySelector<HTMLElement>('[role=dialog]')
  const [one, two] = [named('One'), named('Two')]
  const leaveFor = (relatedTarget: Element | null | undefined) => {
    one?.focus()
    one?.blur()
    one?.dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget }))
    box?.focus()
    return told()
  }
  await leaveFor(two)
  expect(document.activeElement).toBe(two)
  await leaveFor(box)
  expect(document.activeElement).toBe(box)
})

it('a dialog gives the focus back, or near to where it was', () => {
  named('Undo a')?.focus()
  const giveBack = saveFocus()
  named('Undo b')?.focus()
  giveBack()
  expect(focused()).toBe('Undo a')
  named('Undo b')?.focus()
  document.getElementById('a')?.remove()
  named('Undo b')?.blur()
  giveBack()
  expect(focused()).toBe('b Undo b')
})

it('returns the focus to the page when a focused toast disappears', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    `<div id="toasts"><span tabindex="0"></span><ol data-toasts><li>${button('Undo it')}</li></ol></div>`,
  )
  named('Undo b')?.focus()
  document.querySelector<HTMLElement>('#toasts > span')?.focus()
  named('Undo it')?.focus()
  document.getElementById('toasts')?.remove()
  await told()
  expect(focused()).toBe('Undo b')
})
