/** A row of the table in docs/promises.md. */
export type PromiseRow = {
  promise: string
  /** How it is tested. */
  test: string
  /** Without its quotation marks. */
  command: string
  figure: string
  /** Day of the last run, as 2026-11-23. */
  date: string
  /** The row as it is in the file. */
  line: string
}

/** The promises of docs/promises.md: the rows of its tables whose third cell is a command. */
export const readPromises = (text: string): PromiseRow[] =>
  text.split('\n').flatMap((line) => {
    const [, promise = '', test = '', command = '', figure = '', date = ''] = line.split('|').map((cell) => cell.trim())
    return /^`npm [^`]+`$/.test(command) ? [{ promise, test, command: command.slice(1, -1), figure, date, line }] : []
  })
