import net, { type AddressInfo, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** The traffic that a cut link stops: what its caller sends, what comes back, or both. */
export type LinkDirection = 'requests' | 'answers' | 'both'

/** A way to a port that can be cut like a cable: nothing passes, and neither end notices. */
export type Link = {
  port: number
  /** Cuts it in both directions, or in one. */
  cut(direction?: LinkDirection): void
  /** From now on, each piece of what is sent arrives late, one after the other. */
  slow(ms: number): void
  /** Lets traffic pass again; what was sent meanwhile arrives late, as TCP repeats it. */
  mend(): void
  /** Mends it for a machine that has started again: it knows nothing of the old connections and resets them. */
  mendWithReset(): void
  close(): void
}

const host = '127.0.0.1'

/** Two ends of one connection, with what is on its way. `far` is missing while the connection waits for a cut link. */
type Pair = { near: Socket; far?: Socket; toFar: Transform; toNear: Transform }

/** @param targetPort on loopback; nothing needs to listen there yet */
export async function openLink(targetPort: number): Promise<Link> {
  const pairs = new Set<Pair>()
  let cut: LinkDirection | null = null
  let lateMs = 0

  const passes = (direction: LinkDirection) => cut === null || (cut !== 'both' && cut !== direction)
  const drop = (pair: Pair) => {
    pairs.delete(pair)
    for (const end of [pair.near, pair.far, pair.toFar, pair.toNear]) end?.destroy()
  }
  /** While its direction is cut, the other end does not learn that this one is gone. */
  const dropIfPassing = (pair: Pair, direction: LinkDirection) => {
    if (passes(direction)) drop(pair)
  }
  /** Connects what may pass; a direction that passed already is not connected twice. */
  const pass = ({ near, far, toFar, toNear }: Pair) => {
    if (far && passes('requests')) near.unpipe().pipe(toFar)
    if (far && passes('answers')) far.unpipe().pipe(toNear)
  }
  const connect = (pair: Pair) => {
    const far = net.connect(targetPort, host)
    pair.far = far
    far.setNoDelay(true)
    far.on('error', () => dropIfPassing(pair, 'answers')).on('close', () => dropIfPassing(pair, 'answers'))
    pair.toFar.pipe(far)
    pair.toNear.pipe(pair.near)
    pass(pair)
  }
  const server = net.createServer((near) => {
    const pair: Pair = { near, toFar: holdBack(() => lateMs), toNear: holdBack(() => lateMs) }
    pairs.add(pair)
    near.setNoDelay(true)
    near.on('error', () => dropIfPassing(pair, 'requests')).on('close', () => dropIfPassing(pair, 'requests'))
    if (passes('requests')) connect(pair)
    else near.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  const open = () => {
    cut = null
    lateMs = 0
  }

  return {
    port,
    cut: (direction = 'both') => {
      cut = direction
      for (const { near, far } of pairs) {
        if (!passes('requests')) near.unpipe().pause()
        if (!passes('answers')) far?.unpipe().pause()
      }
    },
    slow: (ms) => {
      lateMs = ms
    },
    mend: () => {
      open()
      for (const pair of pairs) {
        if (pair.near.destroyed || pair.far?.destroyed) drop(pair)
        else if (pair.far) pass(pair)
        else connect(pair)
      }
    },
    mendWithReset: () => {
      open()
      for (const pair of pairs) drop(pair)
    },
    close: () => {
      open()
      server.close()
      for (const pair of pairs) drop(pair)
    },
  }
}

/** Passes everything on in its order, each piece so many milliseconds late. */
const holdBack = (getLateMs: () => number) =>
  new Transform({
    transform: (chunk, _encoding, done) => {
      const lateMs = getLateMs()
      if (lateMs > 0) setTimeout(() => done(null, chunk), lateMs)
      else done(null, chunk)
    },
  })
