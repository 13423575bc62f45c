import type { DeliveryReport } from '#shared/node/providers/common/callback.ts'

/** What a provider reports about one notice. */
export type NoticeReport = Omit<DeliveryReport, 'stop' | 'target'>

/** The same with what we know of it. */
export type FoundReport = NoticeReport & {
  noticeId: number
  /** The attempt that it is about, also where it names none. */
  call: number | null
  /** An earlier report refused this call, for no reason that names the recipient, and we have not given the notice up. */
  wasRefused: boolean
}
