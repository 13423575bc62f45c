import { readFileSync } from 'node:fs'

/**
 * The settings in a file, read as systemd reads an EnvironmentFile=, so that server, worker and commands see the same
 * values. A shell that sourced the file would take `&`, `#` or `$` in a password for its own.
 * @throws Error in plain words, which never quotes a value
 */
export function readSettingsFile(file) {
  try {
    return parseSettings(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof SettingsFault)
      throw new Error(`${file}, line ${error.line}: ${error.message}`, { cause: error })
    throw new Error(
      `Cannot read the settings file ${file} (${error.code}). Correct SETTINGS_FILE, or run this as root.`,
      {
        cause: error,
      },
    )
  }
}

class SettingsFault extends Error {
  constructor(text, at, message) {
    super(message)
    this.line = text.slice(0, at).split('\n').length
  }
}

/** Comments have lines of their own; `#` elsewhere belongs to the value. */
export function parseSettings(text) {
  const settings = {}
  const nothing = /(?:[ \t\r\n]+|[#;].*)*/y
  const start = /([A-Za-z_]\w*)[ \t]*=/y
  for (let at = 0; ;) {
    nothing.lastIndex = at
    nothing.exec(text)
    at = nothing.lastIndex
    if (at >= text.length) return settings
    start.lastIndex = at
    const [, name] = start.exec(text) ?? []
    if (name === undefined)
      throw new SettingsFault(text, at, 'this is not NAME=VALUE. Correct it, or put # before it to leave it out.')
    const { value, end } = readValue(text, start.lastIndex)
    settings[name] = value
    at = end
  }
}

/**
 * A value to the end of its line: quoted parts, which may contain line breaks, and then plain text, in which quotes
 * have no meaning. A backslash keeps the next character as it is, or joins the next line.
 */
function readValue(text, from) {
  let value = ''
  const quoted = /[ \t]*(?:'([^']*)'|"((?:[^"\\]|\\[^])*)")/y
  let at = from
  for (quoted.lastIndex = at; ; at = quoted.lastIndex) {
    const found = quoted.exec(text)
    if (!found) break
    const [, single, double] = found
    value +=
      single ??
      double.replaceAll(/\\([^])/g, (whole, next) => (next === '\n' ? '' : '"\\`$'.includes(next) ? next : whole))
  }
  const plain = /[ \t]*((?:[^\\\r\n]|\\[^])*)/y
  plain.lastIndex = at
  const [, rest] = plain.exec(text)
  if (/^['"]/.test(rest))
    throw new SettingsFault(text, at, 'a quote is never closed. Close it, or put a backslash before it.')
  // Spaces at the end do not count, unless a backslash precedes them.
  const [, kept] = /^((?:\\[^]|[^\\])*?)[ \t]*$/.exec(rest)
  return {
    value: value + kept.replaceAll(/\\([^])/g, (_whole, next) => (next === '\n' ? '' : next)),
    end: plain.lastIndex,
  }
}
