import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/**
 * The options of a command, and where it takes any, what else was given. `--help` prints the help and ends with 0; what
 * is no option of it prints what is wrong and the help, and ends with 2.
 */
export function readArguments<const O extends ParseArgsOptionsConfig>(
  help: string,
  options: O,
  allowPositionals = true,
) {
  try {
    const { values } = parseArgs({
      options: { ...options, help: { type: 'boolean', short: 'h' } } as const,
      allowPositionals,
    })
    if (!('help' in values && values.help)) return parseArgs({ options, allowPositionals })
    process.stdout.write(`${help}\n`)
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${help}\n`)
    process.exit(2)
  }
}

/** The options of a command that takes nothing else. */
export function readOptions<const O extends ParseArgsOptionsConfig>(help: string, options: O) {
  return readArguments(help, options, false).values
}
