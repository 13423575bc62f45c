import { askInTerminal } from './roll/ask-in-terminal.ts'
import { rollCommand } from './roll/roll-command.ts'

process.exitCode = await rollCommand(process.argv.slice(2), { print: console.log, ask: askInTerminal })
