import type { Channel } from './alert.ts'

/** A former email or phone of an account to which alerts still go: `value`, and `to` in its place, as they are shown. */
export type FormerContact = { channel: Channel; id: number; value: string; to: string; alerts: number }
