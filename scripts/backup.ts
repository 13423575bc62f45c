import { backupCommand } from './backup/backup-command.ts'
import { runCommand } from './backup/run-command.ts'

await runCommand(backupCommand)
