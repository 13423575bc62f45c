// Prints the English catalogue for a county to translate, or checks a translation:
// npm run translations [-- [messages] [FILE]]; 'messages' is for the emails and texts, otherwise for the screens.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { english as screens } from '#client/lib/i18n/english.ts'
import { compareTexts, textsByKey } from '#shared/node/translations/compare-texts.ts'
import { checkedWording } from '#worker/templates/county-wordings.ts'
import { english as messages } from '#worker/templates/en.ts'

const given = process.argv.slice(2)
const ofMessages = given[0] === 'messages'
const file = given[ofMessages ? 1 : 0]
const english = ofMessages ? messages : screens
if (file === undefined) process.stdout.write(`${JSON.stringify(english, null, 2)}\n`)
else check(file)

function check(name: string): void {
  const wanted = textsByKey(english)
  const own = textsByKey(JSON.parse(readFileSync(name, 'utf8')))
  const { faults, missing } = compareTexts(wanted, own)
  // Texts to phones must have room for the links, which begin with the county's own address.
  const publicUrl = process.env.PUBLIC_URL ?? 'https://record-alerts.county.example'
  const all = ofMessages ? checkedWording(path.basename(name, '.json'), own, publicUrl).refused : faults
  for (const fault of all) process.stdout.write(`${fault}\n`)
  process.stdout.write(`${all.length} faults; ${missing} of ${wanted.size} texts are not translated yet.\n`)
  process.exitCode = all.length > 0 ? 1 : 0
}
