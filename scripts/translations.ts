// Prints the English catalogue for a county to translate, or checks a translation: npm run translations [-- FILE]
import { readFileSync } from 'node:fs'
import { english } from '#client/lib/i18n/english.ts'
import { compareTexts, textsByKey } from './readers/compare-texts.ts'

const [file] = process.argv.slice(2)
if (file === undefined) process.stdout.write(`${JSON.stringify(english, null, 2)}\n`)
else check(file)

function check(name: string): void {
  const wanted = textsByKey(english)
  const { faults, missing } = compareTexts(wanted, textsByKey(JSON.parse(readFileSync(name, 'utf8'))))
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  process.stdout.write(`${faults.length} faults; ${missing} of ${wanted.size} texts are not translated yet.\n`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
