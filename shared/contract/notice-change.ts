import type { Channel } from './alert.ts'

/**
 * What ends or moves a person's notices.
 * - `recipient`: an address or number was removed from an alert.
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

/** How long the link in its message can undo a change. A removed recipient gets notices for as long. */
export const noticeChangeDays = 7

/** A change as its message and the page behind the link show it. */
export type NoticeChangeLine = {
  act: NoticeChangeAct
  /** The alert's nickname; '' for the account. */
  alert: string
  /** The address or number that was removed, with its channel. */
  recipient?: { channel: Channel; target: string }
  /** Whether it still gets notices until the undo ends. */
  keeps?: boolean
  /** 'YYYY-MM-DD': until when the alert is paused. */
  pausedUntil?: string
}
