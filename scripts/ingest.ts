import { ingestCommand } from './readers/ingest-command.ts'

process.exitCode = await ingestCommand(process.argv.slice(2), console.log)
