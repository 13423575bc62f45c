import type { DeliveryReport } from '#shared/node/providers/common/callback.ts'

/** What a provider reports about one notice. */
export type NoticeReport = Omit<DeliveryReport, 'stop' | 'target'>

/** A report with what we know of its notice. */
export type FoundReport = NoticeReport & {
  noticeId: number
  /** The attempt that it is about, even if it names none. */
  call: number | null
  /** An earlier report refused this call for a reason other than the recipient, and we have not given the notice up. */
  wasRefused: boolean
}
