import { beforeEach, expect, it } from 'vitest'
import { getDraft, draftVersion, dropAllDrafts, dropDraft, dropDraftsOfOthers, keepDraft } from './drafts.ts'

beforeEach(dropAllDrafts)

it('keeps what a user typed, form by form', () => {
  keepDraft('alert new', 7, { name: 'My name' })
  keepDraft('alert 3', 7, { name: 'Home' })
  expect(getDraft('alert new', 7)).toEqual({ name: 'My name' })
  dropDraft('alert new')
  expect(getDraft('alert new', 7)).toBeUndefined()
  expect(getDraft('alert 3', 7)).toEqual({ name: 'Home' })
})

it('never shows one user what another typed, and forgets it once the other is logged in', () => {
  keepDraft('alert new', 7, { name: 'My name' }, 3)
  expect(getDraft('alert new', 8)).toBeUndefined()
  expect(draftVersion('alert new', 8)).toBeUndefined()
  keepDraft('alert new', 8, { name: 'Theirs' })
  expect(getDraft('alert new', 7)).toEqual({ name: 'My name' })
  dropDraftsOfOthers(8)
  expect(getDraft('alert new', 7)).toBeUndefined()
  expect(getDraft('alert new', 8)).toEqual({ name: 'Theirs' })
})
