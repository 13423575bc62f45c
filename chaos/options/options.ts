import { type ChaosSize, usualSize } from './sizes.ts'

export type ChaosOptions = ChaosSize & {
  /** Drives everything: the people, their records, the faults, their order and victims. */
  seed: number
  /** Number of servers and of workers on the shared database. */
  servers: number
  workers: number
  /** How emails go; texts go through Twilio. */
  email: 'sendgrid' | 'smtp'
  /** How long the providers take to answer, in milliseconds. */
  answerMs: number
  /** A provider refuses every n-th call; 0 for never. */
  refuseEvery: number
  /** How long it then asks us to wait, in seconds. */
  retryAfterSeconds: number
  /** A provider answers every n-th call with 500 or 503 and does not accept the message; 0 for never. */
  failEvery: number
  /** A provider answers every n-th call with 500 or 503 after accepting the message; 0 for never. */
  failAfterEvery: number
  /** Milliseconds between a provider's answer and each of its reports about the message. */
  reportDelayMs: number
  /** Speeds up the delivery clock by this factor. */
  deliveryClock: number
  /** Everything must have ended this many milliseconds after the last fault. */
  endsWithinMs: number
  /** Milliseconds that the audit chain may take after that. A lost job delays it by a minute. */
  chainWithinMs: number
  /** The folder of the program that is tested; by default this one. */
  root?: string
  print: (line: string) => void
}

export const defaultChaosOptions: ChaosOptions = {
  ...usualSize,
  seed: 1,
  servers: 2,
  workers: 2,
  email: 'sendgrid',
  answerMs: 100,
  refuseEvery: 31,
  retryAfterSeconds: 1,
  failEvery: 100,
  failAfterEvery: 37,
  reportDelayMs: 50,
  deliveryClock: 600,
  endsWithinMs: 60_000,
  chainWithinMs: 90_000,
  print: () => {},
}
