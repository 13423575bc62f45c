/** The rule's verdict on each row of a published set: the row's number, and a word. */
export type Verdicts = Map<number, string>

const lineWidth = 110

/** One paragraph per verdict: the word, then its rows in ranges. Compact, and reveals nothing about the names. */
export function formatVerdicts(verdicts: Verdicts): string {
  const byWord = Map.groupBy([...verdicts], ([, word]) => word)
  const words = [...byWord.keys()].toSorted()
  return words.map((word) => `${word}:\n${wrap(toRanges((byWord.get(word) ?? []).map(([row]) => row)))}\n`).join('')
}

export function parseVerdicts(text: string): Verdicts {
  const verdicts: Verdicts = new Map()
  let word = ''
  for (const line of text.split('\n')) {
    if (line.endsWith(':')) word = line.slice(0, -1)
    else
      for (const range of line.split(' ').filter((part) => part !== '')) {
        const [from = 0, to = from] = range.split('-').map(Number)
        for (let row = from; row <= to; row++) verdicts.set(row, word)
      }
  }
  return verdicts
}

/** Each row whose verdict differs, 'row 12: no → defaults'. Rows that only one run had are not compared. */
export function compareVerdicts(before: Verdicts, after: Verdicts): string[] {
  return [...after]
    .filter(([row, word]) => before.has(row) && before.get(row) !== word)
    .toSorted(([a], [b]) => a - b)
    .map(([row, word]) => `row ${row}: ${before.get(row)} → ${word}`)
}

function toRanges(rows: number[]): string[] {
  const ranges: [number, number][] = []
  for (const row of rows.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last[1] === row - 1) last[1] = row
    else ranges.push([row, row])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
}

function wrap(words: string[]): string {
  const lines = ['']
  for (const word of words) {
    const line = lines.at(-1) ?? ''
    if (line.length + word.length >= lineWidth) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}
