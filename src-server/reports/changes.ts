/** Characters of one value, and of all of them, that a report shows. */
const [mostOfOne, mostOfAll] = [200, 2000]

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function shown(value: unknown): string {
  if (value === undefined || value === null || value === '') return '(none)'
  return cut(typeof value === 'string' ? value : JSON.stringify(value), mostOfOne)
}

/**
 * What a row of the audit log says was set or changed, for people: 'name: Home; status: A → I'. Fields that stayed the
 * same are left out; '' where nothing was.
 */
export function changesIn(oldValue: unknown, newValue: unknown): string {
  const [before, after] = [isRecord(oldValue) ? oldValue : {}, isRecord(newValue) ? newValue : {}]
  const gone = isRecord(oldValue) && !isRecord(newValue)
  const changes = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [was, is] = [shown(before[key]), shown(after[key])]
    if (gone) return [`${key}: ${was}`]
    if (!(key in before)) return [`${key}: ${is}`]
    return was === is ? [] : [`${key}: ${was} → ${is}`]
  })
  return cut(changes.join('; '), mostOfAll)
}
