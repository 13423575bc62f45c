import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/**
 * The options and positional arguments of a command. `--help` prints the help and exits with 0; an unknown option prints
 * the error and the help, and exits with 2.
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

/** The options of a command without positional arguments. */
export function readOptions<const O extends ParseArgsOptionsConfig>(help: string, options: O) {
  return readArguments(help, options, false).values
}
