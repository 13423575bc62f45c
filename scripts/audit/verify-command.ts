import { SingleBar } from 'cli-progress'
import { parseArgs } from 'node:util'
import { type Verdict, verifyAudit } from '#shared/node/platform/audit/audit-verify.ts'
import { openDatabase } from '../readers/open-database.ts'

const help = `Verifies that nobody changed the audit log, in the database at DATABASE_URL or in the running demo.

  npm run audit:verify [-- --head POSITION:HASH]

  --head   a chain head recorded outside the database, from the worker's log (event audit.chain_extended) or the
           metrics. Without it, the command cannot detect a log that was rewritten as a whole.

If it finds a change, it names the first broken position and exits with status 1.
`

type Print = (text: string) => void

function readHead(text: string | undefined): { position: number; hash: string } | undefined {
  if (text === undefined) return undefined
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{8,64})$/i.exec(text) ?? []
  if (!position || !hash) throw new Error('Write the head as POSITION:HASH, with at least 8 digits of the hash.')
  return { position: Number(position), hash }
}

const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** The outcome of a verification. */
export function verdictText({ broken, head, links, erased, unchained }: Verdict): string {
  if (broken) return `The audit chain is broken at position ${broken.position}: ${broken.sentence}.`
  const lines =
    links === 0
      ? ['The audit chain is empty.']
      : [
          `The audit chain is intact: ${count(links, 'link')}, head ${head.position}:${head.hash.toString('hex')}.`,
          'Record this head elsewhere. It proves later that nothing before it has changed.',
        ]
  if (erased > 0) lines.push(`The personal fields of ${count(erased, 'row')} were erased.`)
  const waiting = `${count(unchained.rows, 'row')} written since ${unchained.since?.toISOString()}`
  if (unchained.late)
    lines.push(`Not verified: ${waiting}. A worker should have added them to the chain within a minute.`)
  else if (unchained.rows > 0) lines.push(`Not in the chain yet: ${waiting}.`)
  return lines.join('\n')
}

async function run(args: string[], print: Print): Promise<number> {
  const { values } = parseArgs({ args, options: { head: { type: 'string' }, help: { type: 'boolean', short: 'h' } } })
  if (values.help) {
    print(help)
    return 0
  }
  const known = readHead(values.head)
  const { db, end } = await openDatabase()
  const bar = new SingleBar({ format: 'Audit chain  {bar}  {value} of {total}', hideCursor: true, noTTYOutput: false })
  try {
    let started = false
    const verdict = await verifyAudit(db, {
      ...(known && { known }),
      onProgress: (done, of) => {
        if (!started) bar.start(of, 0)
        started = true
        bar.update(done)
      },
    }).finally(() => bar.stop())
    print(verdictText(verdict))
    return verdict.broken || verdict.unchained.late ? 1 : 0
  } finally {
    await end()
  }
}

/** `npm run audit:verify`. Returns the exit status: 0 proved, 1 broken, or nothing could be proved. */
export async function verifyCommand(args: string[], print: Print): Promise<number> {
  try {
    return await run(args, print)
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    return 1
  }
}
