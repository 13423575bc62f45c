/** The list in sets of at most `size`. */
export function* inSets<T>(list: T[], size: number): Generator<T[], void> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}
