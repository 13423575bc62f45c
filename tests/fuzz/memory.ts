/** What the server's process holds once it has answered so many calls, in bytes after a collection. */
export type MemorySample = { calls: number; used: number; rss: number }

const megabyte = 1024 ** 2
/** Calls in which a server fills its caches, compiles and connects, however few are made in all. */
const warmUpCalls = 2_000
/**
 * In the later half of a run, what grows faster than this, in bytes a call, and by more than this in all is a leak.
 *
 * Of `used` a collection leaves just what the program keeps. `rss` shows what native code keeps too; but it also holds
 * what an allocator has not returned yet and the threads of reports that end just then: runs that kept nothing went up
 * and down by 70 MB.
 */
const allowed = {
  used: { perCall: 400, inAll: 4 * megabyte },
  rss: { perCall: 1_000, inAll: 64 * megabyte },
} as const

export const megabytes = (bytes: number): string => `${(bytes / megabyte).toFixed(1)} MB`

/** The samples from the half of the calls on, and after what warms up. */
export const getLaterHalf = (samples: readonly MemorySample[]): MemorySample[] =>
  samples.filter(({ calls }) => calls >= Math.max(warmUpCalls, (samples.at(-1)?.calls ?? 0) / 2))

/** @returns what grows with the calls, in the later half of them, with its samples there */
export function findLeaks(samples: readonly MemorySample[]): string[] {
  const late = getLaterHalf(samples)
  const calls = (late.at(-1)?.calls ?? 0) - (late[0]?.calls ?? 0)
  return (['used', 'rss'] as const).flatMap((what) => {
    const perCall = findSlope(late.map((sample) => ({ x: sample.calls, y: sample[what] })))
    if (perCall <= allowed[what].perCall || perCall * calls <= allowed[what].inAll) return []
    const series = late.map((sample) => megabytes(sample[what])).join(', ')
    return [`${what} grows by ${Math.round(perCall)} bytes a call: ${series}`]
  })
}

/**
 * The slope that three quarters of all pairs of points have at least: a growth that goes on shows in nearly all of them,
 * one step, however high, in three of five.
 */
function findSlope(points: { x: number; y: number }[]): number {
  const slopes = points.flatMap((from, place) =>
    points.slice(place + 1).map((to) => (to.y - from.y) / Math.max(1, to.x - from.x)),
  )
  return slopes.toSorted((one, another) => one - another)[Math.floor(slopes.length / 4)] ?? 0
}
