import { runCommand } from './backup/run-command.ts'
import { restoreCommand } from './restore/restore-command.ts'

await runCommand(restoreCommand)
