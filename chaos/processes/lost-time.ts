/** How often a process, or a query, is due. */
export const lookEveryMs = 100
/** Time lost in one piece: less than what the scaled leases have to spare. */
const atOnceMs = 400
/** Time lost in pieces: more than half of what the shortest lease takes. */
const inPiecesMs = 1_000
const withinMs = 2_000

/**
 * Measures how much time the machine withheld from a process that looks each 100 ms: in one piece, or in many small ones, in which
 * the process runs at less than half of its speed.
 * @returns a function to call at each look with the milliseconds since the last one; it returns how many milliseconds
 *   the process stood still, or nearly, until now; 0 if it did not
 */
export function createLostTime(): (passedMs: number) => number {
  let looks: number[] = []
  return (passedMs) => {
    looks.push(passedMs)
    while (sum(looks) - (looks[0] ?? 0) >= withinMs) looks.shift()
    const lostMs = sum(looks.map((passed) => Math.max(0, passed - lookEveryMs)))
    const stoodStillMs = passedMs > lookEveryMs + atOnceMs ? passedMs : lostMs > inPiecesMs ? sum(looks) : 0
    if (stoodStillMs > 0) looks = []
    return stoodStillMs
  }
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
