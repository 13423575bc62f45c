import fs from 'node:fs'
import path from 'node:path'
import { readPromises } from './read-promises.ts'

const promisesFile = path.resolve(import.meta.dirname, '../../docs/promises.md')

type Figure = {
  /** As it is in the table, such as 'npm run chaos -- --full'. */
  command: string
  /** What the run counted or measured, in a few words. */
  figure: string
  /** The first words of the promise, if several share a command and each has a figure of its own. */
  promise?: string
}

/**
 * Writes the figure of a command's last full run, with today's date (UTC), into docs/promises.md, so that figures are
 * never typed by hand.
 * @throws Error if the table has no such row, which a test of the table would also find
 */
export function recordFigure(
  { command, figure, promise = '' }: Figure,
  { file = promisesFile, today = new Date() }: { file?: string; today?: Date } = {},
): void {
  if (/[|\n]/.test(figure)) throw new Error('A figure stands in one cell of a table: no | and no line breaks.')
  const text = fs.readFileSync(file, 'utf8')
  const rows = readPromises(text).filter((row) => row.command === command && row.promise.startsWith(promise))
  if (rows.length === 0) throw new Error(`docs/promises.md has no promise held by ${command}.`)
  const date = today.toISOString().slice(0, 10)
  const written = rows.reduce((all, row) => {
    const cells = [row.promise, row.test, `\`${row.command}\``, figure, date]
    return all.replace(row.line, () => `| ${cells.join(' | ')} |`)
  }, text)
  const unfinished = `${file}.${process.pid}`
  fs.writeFileSync(unfinished, written)
  fs.renameSync(unfinished, file)
}
