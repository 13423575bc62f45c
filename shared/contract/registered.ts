import type { AlertType } from './alert.ts'

/** What the page says after a completed registration. */
export type Registered = {
  fullName: string
  username: string
  /** The account's email, which the link verified. */
  email: string
  /** The alerts that the registration made. */
  watching: { name: string; alertType: AlertType; criteria: string }[]
  /** The alerts that were requested but that the county's settings no longer allow. */
  notWatching: { name: string; criteria: string; problem: string }[]
  /** Whether we sent a sample of an alert to the reader of this page. */
  sampleSent: boolean
  /** The account's phone, if its alerts could also send it texts, and whether its consent is a checkbox; or null. */
  textOffer: { phone: string; acknowledge: boolean } | null
}
