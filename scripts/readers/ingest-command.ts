import { SingleBar } from 'cli-progress'
import { parseArgs } from 'node:util'
import { csvColumns, requiredCsvColumns } from '#shared/contract/feed.ts'
import { loadFile, type Loaded, summary } from './load-file.ts'
import { readMapping } from './mapping-file.ts'
import { databaseTarget, urlTarget } from './targets.ts'

const columns = csvColumns
  .map((name) => (requiredCsvColumns.some((needed) => needed === name) ? `${name} (needed)` : name))
  .join(', ')
const help = `Loads recorded documents from files: JSON, NDJSON, CSV or PRIA XML, with or without gzip.

  npm run ingest -- FILE… [options]

A CSV has a header and one row per party or parcel; rows with the same documentIdentifier are one document. Columns:
${columns}.

  --feed NAME         the feed they belong to; optional if there is only one
  --mapping NAME      how columns become fields: a shipped mapping (denver), or a file of your own
  --id-prefix TEXT    goes before every document ID; required for files without IDs (PRIA requests)
  --recorded-at DATE  for records without a recorded date
  --encoding NAME     the files' character set if it is not UTF-8, such as windows-1252
  --url URL --key KEY send to a running server instead of the database at DATABASE_URL or the demo
`

const options = {
  feed: { type: 'string' },
  mapping: { type: 'string' },
  'id-prefix': { type: 'string' },
  'recorded-at': { type: 'string' },
  encoding: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

async function run(args: string[], print: Print): Promise<number> {
  const { values, positionals: files } = parseArgs({ args, options, allowPositionals: true })
  if (values.help || files.length === 0) {
    print(help)
    return values.help ? 0 : 2
  }
  if (values.url && !values.key) throw new Error('Missing --key KEY: --url needs the feed key.')
  const mapping = values.mapping ? await readMapping(values.mapping) : undefined
  const target = values.url ? urlTarget(values.url, values.key!) : await databaseTarget(values.feed)
  const loaded: Loaded[] = []
  try {
    for (const file of files) loaded.push(await loadWithBar(file))
  } finally {
    await target.close()
  }
  print(summary(loaded, target.name))
  return loaded.some(({ answer, failure }) => failure ?? answer.rejected.length > 0) ? 1 : 0

  async function loadWithBar(file: string): Promise<Loaded> {
    const bar = new SingleBar({ format: `${file}  {bar}  {value} of {total}`, hideCursor: true, noTTYOutput: false })
    let started = false
    try {
      return await loadFile(file, target, {
        mapping,
        feedMapping: target.mapping,
        idPrefix: values['id-prefix'],
        recordedAt: values['recorded-at'],
        encoding: values.encoding,
        onProgress: (done, total) => {
          if (started) return bar.update(done)
          started = true
          bar.start(total, done)
        },
      })
    } finally {
      if (started) bar.stop()
    }
  }
}

type Print = (text: string) => void

/**
 * `npm run ingest`. Returns the exit status: 0 done, 1 if a record was rejected or a file not read, 2 invalid
 * arguments.
 */
export async function ingestCommand(args: string[], print: Print): Promise<number> {
  try {
    return await run(args, print)
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    return 1
  }
}
