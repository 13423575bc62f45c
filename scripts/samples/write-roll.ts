import fs from 'node:fs'
import { sampleRollCsv } from './roll.ts'

// Writes scripts/samples/roll.csv again, after a change of roll.ts or of the sample records.
fs.writeFileSync(new URL('./roll.csv', import.meta.url), sampleRollCsv())
