import { emptyLinesError, longLineError } from './long-line-error.ts'

/** A row of a CSV file, by the line on which it begins, or why we cannot read it. */
export type SheetRow = { line: number; cells: string[] } | { line: number; fault: 'openQuote' | 'rowTooLong' }

/** A quoted cell may contain line breaks, but a longer one was never closed. */
const maxLinesOfRow = 100
const maxCharacters = 50_000
/** A file without line breaks must not fill the memory. */
const maxUnfinished = 1024 * 1024
/** A gzip file of a few MB may hold a billion. */
const maxEmptyLines = 10_000
const delimiters = [',', '\t', ';', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** The delimiter of a header line: the character that occurs most often in it; a comma if none occurs. */
export function detectDelimiter(header: string): Delimiter {
  const count = (delimiter: string) => header.split(delimiter).length
  return delimiters.reduce((best, next) => (count(next) > count(best) ? next : best))
}

type Line = { text: string; number: number }

/**
 * Splits text into rows with the numbers of their lines. Unlike a strict parser it recovers from a quote that is never
 * closed: it loses and reports only the line that opened it.
 */
export function createRowSplitter(): {
  /** Set by the first line that is not empty. */
  delimiter(): Delimiter | undefined
  /** Takes the next piece of the file; a line may continue in the one after it. */
  push(text: string): SheetRow[]
  end(): SheetRow[]
} {
  const lines = createLineCutter()
  const rows = createRowAssembler()
  return {
    delimiter: rows.delimiter,
    push: (text) => lines.push(text).flatMap((line) => [...rows.take(line)]),
    end: () => [...lines.end().flatMap((line) => [...rows.take(line)]), ...rows.end()],
  }
}

function createLineCutter(): { push(text: string): Line[]; end(): Line[] } {
  let count = 0
  let emptyLines = 0
  let unfinished = ''
  const toLine = (text: string): Line => {
    count += 1
    emptyLines = text.trim() === '' ? emptyLines + 1 : 0
    if (emptyLines > maxEmptyLines) throw emptyLinesError(count - emptyLines)
    return { text: count === 1 ? text.replace(/^\uFEFF/, '') : text, number: count }
  }
  return {
    push(text) {
      // A carriage return at the very end may be half of a line break.
      const parts = (unfinished + text).split(/\r\n|\n|\r(?!$)/)
      unfinished = parts.pop() ?? ''
      if (unfinished.length > maxUnfinished) throw longLineError()
      return parts.map(toLine)
    },
    end() {
      const last = unfinished.replace(/\r$/, '')
      unfinished = ''
      return last === '' ? [] : [toLine(last)]
    },
  }
}

function createRowAssembler(): {
  delimiter(): Delimiter | undefined
  take(line: Line): Generator<SheetRow>
  end(): SheetRow[]
} {
  let delimiter: Delimiter | undefined
  /** Lines since a quote that is not closed yet. */
  let open: Line[] = []

  function* take(line: Line): Generator<SheetRow> {
    if (delimiter === undefined && line.text.trim() === '') return
    delimiter ??= detectDelimiter(line.text)
    if (open.length > 0) yield* goOn(line, delimiter)
    else if (line.text.length > maxCharacters) yield { line: line.number, fault: 'rowTooLong' }
    else if (line.text.includes('"')) yield* begin(line, delimiter)
    else if (line.text !== '') yield { line: line.number, cells: line.text.split(delimiter) }
  }

  function* begin(line: Line, by: Delimiter): Generator<SheetRow> {
    const cells = splitQuoted(line.text, by)
    if (cells === 'open') open = [line]
    // Quotes that do not quote: the text between them is text like any other.
    else yield { line: line.number, cells: cells === 'bad' ? line.text.split(by) : cells }
  }

  function* goOn(line: Line, by: Delimiter): Generator<SheetRow> {
    open.push(line)
    const isFull = open.length >= maxLinesOfRow
    // Only a quote can close an open cell.
    if (!line.text.includes('"') && !isFull) return
    const text = open.map((part) => part.text).join('\n')
    const cells = splitQuoted(text, by)
    if (Array.isArray(cells)) {
      const number = open[0]?.number ?? line.number
      open = []
      yield { line: number, cells }
    } else if (cells === 'bad' || isFull || text.length > maxCharacters) yield* giveUp()
  }

  /** The quote of the first open line was never closed, so the lines after it are rows of their own. */
  function* giveUp(): Generator<SheetRow> {
    const [first, ...later] = open
    open = []
    if (first) yield { line: first.number, fault: 'openQuote' }
    for (const line of later) yield* take(line)
  }

  return {
    delimiter: () => delimiter,
    take,
    end() {
      const rows: SheetRow[] = []
      while (open.length > 0) rows.push(...giveUp())
      return rows
    },
  }
}

/** 'open' if the last quote is not closed; 'bad' if text follows a closing quote. */
function splitQuoted(text: string, delimiter: Delimiter): string[] | 'open' | 'bad' {
  const cells: string[] = []
  for (let at = 0; ;) {
    const quote = text[at] === ' ' ? skipSpaces(text, at) : at
    if (text[quote] !== '"') {
      const end = text.indexOf(delimiter, at)
      cells.push(end === -1 ? text.slice(at) : text.slice(at, end))
      if (end === -1) return cells
      at = end + 1
      continue
    }
    const cell = readQuoted(text, quote + 1)
    if (!cell) return 'open'
    cells.push(cell.value)
    const after = skipSpaces(text, cell.end)
    if (after >= text.length) return cells
    if (text[after] !== delimiter) return 'bad'
    at = after + 1
  }
}

function readQuoted(text: string, start: number): { value: string; end: number } | undefined {
  let value = ''
  for (let from = start; ;) {
    const end = text.indexOf('"', from)
    if (end === -1) return undefined
    if (text[end + 1] !== '"') return { value: value + text.slice(from, end), end: end + 1 }
    value += text.slice(from, end + 1)
    from = end + 2
  }
}

function skipSpaces(text: string, from: number): number {
  let at = from
  while (text[at] === ' ') at += 1
  return at
}
