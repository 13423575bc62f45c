import { loadCommand } from './load/load-command.ts'

process.exitCode = await loadCommand(process.argv.slice(2), console.log)
