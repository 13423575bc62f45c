import { feedCommand } from './readers/feed-command.ts'

process.exitCode = await feedCommand(process.argv.slice(2), console.log)
