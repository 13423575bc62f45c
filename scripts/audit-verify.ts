import { verifyCommand } from './audit/verify-command.ts'

process.exitCode = await verifyCommand(process.argv.slice(2), console.log)
