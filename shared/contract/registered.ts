import type { AlertType } from './alert.ts'

/** What the page of a completed registration says. */
export type Registered = {
  fullName: string
  username: string
  /** The account's email, which the link verified. */
  email: string
  /** The alerts that the registration made. */
  watching: { name: string; alertType: AlertType; criteria: string }[]
  /** Those that it asked for, and that the county's settings no longer allow. */
  notWatching: { name: string; criteria: string; problem: string }[]
  /** Whether the holder of this link has got the sample of an alert. */
  sampleSent: boolean
  /** The account's phone, where its alerts could text it too, and whether its consent is a checkbox; or null. */
  textOffer: { phone: string; acknowledge: boolean } | null
}
