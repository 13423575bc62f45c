import type { Channel } from './alert.ts'

/**
 * A former email or phone of an account that alerts still use: `value`, and its replacement `to`, as they are shown.
 */
export type FormerContact = { channel: Channel; id: number; value: string; to: string; alerts: number }
