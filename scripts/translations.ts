import { readFileSync } from 'node:fs'
import path from 'node:path'
import { compareTexts, textsByKey } from '#shared/node/domain/translations/compare-texts.ts'
import { readArguments } from '#shared/node/platform/command-line.ts'
import { english as screens } from '#shared/texts/en/english.ts'
import { english as messages } from '#worker/templates/catalog/en.ts'
import { createCheckedCatalog } from '#worker/templates/county-catalogs.ts'

const { positionals: given } = readArguments(
  `Prints the texts that a county can translate (docs/translations.md), or checks a translation.

  npm run translations                         the English texts of the screens
  npm run translations -- tr.json              checks a translation of them
  npm run translations -- messages             the English emails and texts
  npm run translations -- messages tr.json     checks a translation of them; set PUBLIC_URL to check that
                                               text messages have room for your address`,
  {},
)
// The reader may close the pipe (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
const isMessages = given[0] === 'messages'
const file = given[isMessages ? 1 : 0]
const english = isMessages ? messages : screens
if (file === undefined) process.stdout.write(`${JSON.stringify(english, null, 2)}\n`)
else check(file)

function check(name: string): void {
  const wanted = textsByKey(english)
  const own = textsByKey(readTexts(name))
  const { faults, missing } = compareTexts(wanted, own)
  // Texts to phones must have room for the links, which begin with the county's own address.
  const publicUrl = process.env.PUBLIC_URL ?? 'https://record-alerts.county.example'
  const all = isMessages ? createCheckedCatalog(path.basename(name, '.json'), own, publicUrl).refused : faults
  for (const fault of all) process.stdout.write(`${fault}\n`)
  process.stdout.write(`${all.length} errors; ${missing} of ${wanted.size} texts are not translated yet.\n`)
  process.exitCode = all.length > 0 ? 1 : 0
}

/** The texts of a file; exits with 2 and one line if it has none. */
function readTexts(name: string): object {
  try {
    const texts: unknown = JSON.parse(readFileSync(name, 'utf8'))
    if (typeof texts === 'object' && texts !== null && !Array.isArray(texts)) return texts
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code) endWith(`Cannot read ${name} (${code}).`)
  }
  return endWith(`${name} is not a JSON object.`)
}

function endWith(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(2)
}
