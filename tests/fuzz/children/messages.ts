/** What a process of the program says of itself. Bytes; milliseconds. */
export type Figures = {
  rss: number
  /** The most that it ever held of the machine. */
  peakRss: number
  /** The heap and what hangs on it, after a collection. */
  used: number
  busyConnections: number
  waitingForConnection: number
  /** The longest time on the processor without a look at timers, since the last measurement. */
  longestHoldMs: number
  /** Unhandled rejections, exceptions and warnings of Node since the last measurement. */
  faults: string[]
}

/** The address is '' where the process does not listen. */
export type FromChild = { ready: true; address: string } | { figures: Figures }
