import { afterRestoreCommand } from './restore/after-restore-command.ts'

process.exitCode = await afterRestoreCommand(process.argv.slice(2), console.log)
