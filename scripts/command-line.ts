import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/**
 * The options of a command. `--help` prints the help and ends with 0; what is no option of it prints what is wrong and
 * the help, and ends with 2.
 */
export function readOptions<const O extends ParseArgsOptionsConfig>(help: string, options: O) {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } as const })
    if (!('help' in values && values.help)) return parseArgs({ options }).values
    console.log(help)
    process.exit(0)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
    process.exit(2)
  }
}
