import type { Channel } from './alert.ts'

/**
 * What ends or moves somebody's notices (decisions, section 21).
 * - `recipient`: an address or number was taken from an alert.
 * - `number`: staff marked a number as one that takes no texts.
 * - `off`, `paused`, `criteria`, `deleted`: of an alert.
 * - `narrowed`: its match options or exceptions leave out more records.
 * - `account`: the account was deactivated.
 */
export const noticeChangeActs = [
  'recipient',
  'number',
  'off',
  'paused',
  'narrowed',
  'criteria',
  'deleted',
  'account',
] as const
export type NoticeChangeAct = (typeof noticeChangeActs)[number]

/** For how long a change can be undone by the link in its message, and a recipient that was taken away gets notices. */
export const noticeChangeDays = 7

/** A change as its message and the page behind the link show it. */
export type NoticeChangeLine = {
  act: NoticeChangeAct
  /** The alert's nickname; '' for the account. */
  alert: string
  /** The address or number that was taken away, with its channel. */
  recipient?: { channel: Channel; target: string }
  /** Whether it still gets notices until the undo ends. */
  keeps?: boolean
  /** 'YYYY-MM-DD': until when the alert is paused. */
  pausedUntil?: string
}
