const noLine = 0

/**
 * Remembers texts with the line of each, in some 40 bytes a text: a million in a Map would need 150 MB. Texts are
 * compared by 64 bits of their hash; among two million, two are confused once in ten million rolls.
 */
export function createSeenParcels(): {
  /** The first line with this text; undefined if there is none. */
  find(text: string): number | undefined
  /** Keeps the line that it already has, if any. */
  add(text: string, line: number): void
} {
  let size = 1 << 16
  let count = 0
  let slots = allocate(size)

  const findSlot = (high: number, low: number): number => {
    let slot = high & (size - 1)
    while (slots.lines[slot] !== noLine && (slots.high[slot] !== high || slots.low[slot] !== low))
      slot = (slot + 1) & (size - 1)
    return slot
  }
  const put = (high: number, low: number, line: number) => {
    const slot = findSlot(high, low)
    if (slots.lines[slot] !== noLine) return
    slots.high[slot] = high
    slots.low[slot] = low
    slots.lines[slot] = line
    count += 1
  }
  const grow = () => {
    const before = slots
    size *= 2
    count = 0
    slots = allocate(size)
    before.lines.forEach((line, slot) => {
      if (line !== noLine) put(before.high[slot] ?? 0, before.low[slot] ?? 0, line)
    })
  }

  return {
    find(text) {
      const { high, low } = hash(text)
      return slots.lines[findSlot(high, low)] || undefined
    },
    add(text, line) {
      const { high, low } = hash(text)
      put(high, low, line)
      if (count > size / 2) grow()
    },
  }
}

const allocate = (size: number) => ({
  high: new Uint32Array(size),
  low: new Uint32Array(size),
  lines: new Uint32Array(size),
})

/** Two multiplicative hashes side by side, mixed at the end (a well-known hash in the public domain). */
function hash(text: string): { high: number; low: number } {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return { high: high >>> 0, low: low >>> 0 }
}
