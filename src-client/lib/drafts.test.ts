// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dropAllDrafts, dropDraft, dropDraftsOfOthers, forgetDraftsInTab, hasDrafts, visitor } from './drafts.ts'
import { draftVersion, getDraft, hasSecrets, keepDraft } from './keep-draft.ts'

beforeEach(dropAllDrafts)

/** The drafts as this tab has them after the page is loaded again. */
async function reload() {
  vi.resetModules()
  return { ...(await import('./drafts.ts')), ...(await import('./keep-draft.ts')) }
}

it('keeps what a user typed, form by form', () => {
  keepDraft('alert new', 7, { name: 'My name' })
  keepDraft('alert 3', 7, { name: 'Home' })
  expect(getDraft('alert new', 7)).toEqual({ name: 'My name' })
  dropDraft('alert new')
  expect(getDraft('alert new', 7)).toBeUndefined()
  expect(getDraft('alert 3', 7)).toEqual({ name: 'Home' })
})

it('never shows one user what another typed, and drops it once the other is logged in', () => {
  keepDraft('alert new', 7, { name: 'My name' }, 3)
  expect(getDraft('alert new', 8)).toBeUndefined()
  expect(draftVersion('alert new', 8)).toBeUndefined()
  keepDraft('alert new', 8, { name: 'Theirs' })
  expect(getDraft('alert new', 7)).toEqual({ name: 'My name' })
  dropDraftsOfOthers(8)
  expect(getDraft('alert new', 7)).toBeUndefined()
  expect(getDraft('alert new', 8)).toEqual({ name: 'Theirs' })
})

it('keeps no password and no code, at any depth', async () => {
  const typed = {
    name: 'Ada',
    password: 'Secret-Word-1',
    passwordConfirm: 'Secret-Word-1',
    phones: [{ code: '123456' }],
  }
  keepDraft('register', visitor, typed)
  const kept = { name: 'Ada', phones: [{}] }
  expect(getDraft('register', visitor)).toEqual(kept)
  expect((await reload()).getDraft('register', visitor)).toEqual(kept)
  expect(JSON.stringify(sessionStorage)).not.toMatch(/Secret|123456/)
})

it.each([
  [{ name: 'Ada', password: '' }, false],
  [{ name: 'Ada', password: 'x' }, true],
  [{ name: 'Ada' }, false],
])('knows whether %j has a password that no draft keeps', (values, expected) => {
  expect(hasSecrets(values)).toBe(expected)
})

describe('loading the page again', () => {
  it('restores values and version for their user alone', async () => {
    keepDraft('alert new', 7, { name: 'My name' }, 3)
    const next = await reload()
    expect(next.getDraft('alert new', 7)).toEqual({ name: 'My name' })
    expect(next.draftVersion('alert new', 7)).toBe(3)
    expect(next.getDraft('alert new', 8)).toBeUndefined()
  })

  it.each([
    ['a save or discard', () => dropDraft('alert new')],
    ['a log-out', dropAllDrafts],
    ["another user's login", () => dropDraftsOfOthers(8)],
    ['the end of the session', forgetDraftsInTab],
  ])('restores nothing after %s', async (_what, end) => {
    keepDraft('alert new', 7, { name: 'My name' })
    end()
    expect((await reload()).getDraft('alert new', 7)).toBeUndefined()
    expect(sessionStorage.length).toBe(0)
  })

  it.each([
    [29, { name: 'My name' }],
    [30, undefined],
  ])('after %i minutes without a key restores %j', async (minutes, expected) => {
    keepDraft('alert new', 7, { name: 'My name' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    expect((await reload()).getDraft('alert new', 7)).toEqual(expected)
    vi.useRealTimers()
  })

  it.each(['', '{', '[]', 'null', '[null, 1, {"form": 1}]'])('survives storage that holds %j', async (text) => {
    sessionStorage.setItem('drafts', text)
    const next = await reload()
    expect(next.hasDrafts()).toBe(false)
    next.keepDraft('alert new', 7, { name: 'My name' })
    expect(next.survivesReload()).toBe(true)
  })

  it('says so if the browser has no storage', async () => {
    vi.stubGlobal('sessionStorage', undefined)
    const next = await reload()
    next.keepDraft('alert new', 7, { name: 'My name' })
    expect(next.survivesReload()).toBe(false)
    expect(next.getDraft('alert new', 7)).toEqual({ name: 'My name' })
    vi.unstubAllGlobals()
  })
})

it('keeps drafts in memory for their user after the session has ended; only later edits return to the tab', () => {
  keepDraft('alert 3', 7, { name: 'Home' })
  forgetDraftsInTab()
  keepDraft('alert new', 7, { name: 'My name' })
  expect(getDraft('alert 3', 7)).toEqual({ name: 'Home' })
  expect(sessionStorage.getItem('drafts')).not.toContain('Home')
})

it('drops what a visitor typed half an hour ago, because no login protects it from the next visitor', () => {
  keepDraft('register', visitor, { name: 'Ada' })
  expect(hasDrafts()).toBe(false)
  expect(getDraft('register', visitor)).toEqual({ name: 'Ada' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 60_000 })
  expect(getDraft('register', visitor)).toBeUndefined()
  vi.useRealTimers()
})
