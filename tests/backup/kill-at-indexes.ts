import { openBackup } from '#scripts/backup/backup-file.ts'
import { loadIntoEmpty } from '#scripts/restore/restore-database.ts'

/** Kills itself during a restore, when all rows are loaded and indexes are being built. Arguments: URL, FILE. */
const [url = '', file = ''] = process.argv.slice(2)
await loadIntoEmpty({ url, appRole: 'app', howToEmpty: '' }, await openBackup(file), {
  signal: new AbortController().signal,
  onProgress: ({ step }) => void (step === 'Indexes' && process.kill(process.pid, 'SIGKILL')),
})
