import type { NamedParty } from '#shared/domain/notice/record-summary.ts'

/** A party of a record as pages list it. */
export const from = (name: string): NamedParty => ({ role: 'from', ownRole: '', name })
export const to = (name: string): NamedParty => ({ role: 'to', ownRole: '', name })
