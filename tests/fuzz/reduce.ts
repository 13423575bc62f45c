type Fields = Record<string, unknown>

/** Tries after which a failing input is small enough. */
const maxTries = 60

/**
 * A smaller input that still fails: without some of its fields and items, and with shorter texts.
 * @param fails makes the call again
 */
export async function reduceInput(input: unknown, fails: (smaller: unknown) => Promise<boolean>): Promise<unknown> {
  let smallest = input
  let tries = 0
  for (let found = true; found;) {
    found = false
    for (const smaller of smallerThan(smallest)) {
      if (++tries > maxTries) return smallest
      if (!(await fails(smaller))) continue
      smallest = smaller
      found = true
      break
    }
  }
  return smallest
}

/** Each way to make a value smaller by one step. */
function* smallerThan(value: unknown): Generator<unknown> {
  if (typeof value === 'string') {
    if (value.length > 1) yield value.slice(0, value.length / 2)
    if (value.length > 1) yield value.slice(value.length / 2)
  } else if (Array.isArray(value)) {
    const list = value as unknown[]
    for (const [place, item] of list.entries()) {
      yield list.toSpliced(place, 1)
      for (const smaller of smallerThan(item)) yield list.with(place, smaller)
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, held] of Object.entries(value as Fields)) {
      const { [key]: _left, ...others } = value as Fields
      yield others
      for (const smaller of smallerThan(held)) yield { ...(value as Fields), [key]: smaller }
    }
  }
}
