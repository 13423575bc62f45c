/** `sample` is the first message, unchanged. */
export type ProviderReport = { notices: number; messages: number; twice: string[]; sample: string }
/** Signed 'delivered' events, posted to a server some time after each message. */
export type EventSettings = { webhook: string; afterMs: number; privateKey: string }
export type ProviderQuestion =
  | { begin: { delayMs: number; events?: EventSettings | undefined } }
  | { until: number }
  | { report: true }
  | { arrivals: true }
/** When each notice first arrived, in milliseconds of the epoch. */
export type Arrivals = [notice: number, at: number][]

/** What a peer's process is started with; `options` are the settings that are tried. */
export type PeerSettings = {
  databaseUrl: string
  ownerUrl: string
  providerUrl: string
  options: Record<string, number>
}
/** The messages it accepts once it runs; it answers each with `{ done: true }`. */
export type PeerQuestion = { enqueue: number[] } | { work: true } | { rest: true }
