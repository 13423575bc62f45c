import { createInterface } from 'node:readline/promises'

/** Asks on the terminal; any answer but yes is no, as is the end of the input. */
export async function askInTerminal(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
    const answer = await Promise.race([terminal.question(`${question} [y/N] `), closed])
    return /^\s*y(es)?\s*$/i.test(answer)
  } finally {
    terminal.close()
  }
}
