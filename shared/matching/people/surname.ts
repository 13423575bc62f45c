import { particles } from '../tables/particles.ts'

/**
 * A surname: its key and, for a double surname, the keys of its halves. Particles stay attached to the word after them
 * (VAN BUREN = VANBUREN ≠ BUREN), a Y between two halves is dropped, and SAINT at the start is ST. `bare` is the key
 * without a DE or AL written apart, by which DE LEON also matches LEON; null for all others.
 */
export type Surname = { key: string; halves: string[]; bare: string | null }

/** Particles that the same family writes or leaves out. */
const optionalParticles = new Set(['DE', 'AL'])

const abbreviateSaint = (key: string) => (key.length > 5 && key.startsWith('SAINT') ? `ST${key.slice(5)}` : key)

/** Parses the words of a surname; a hyphen counts as a space. Null if they contain no name. */
export function parseSurname(words: string[]): Surname | null {
  const units: string[] = []
  let pending = ''
  const pieces = words.length === 1 && !words[0]?.includes('-') ? words : words.flatMap((word) => word.split('-'))
  pieces.forEach((piece, i) => {
    if (piece === '' || (piece === 'Y' && i > 0 && i < pieces.length - 1)) return
    pending += piece
    const isAttached = i < pieces.length - 1 && (particles.has(piece) || piece.length === 1)
    if (isAttached) return
    units.push(abbreviateSaint(pending))
    pending = ''
  })
  if (pending) units.push(abbreviateSaint(pending))
  const key = abbreviateSaint(units.join(''))
  if (key.length < 2 && key !== 'O') return null
  return { key, halves: units.length > 1 ? units.filter((unit) => unit.length > 1) : [], bare: getBareKey(pieces) }
}

/** LEON of DE LEON; DE LA CRUZ and double surnames have none. */
function getBareKey([particle = '', name = '', ...others]: string[]): string | null {
  const isBare = optionalParticles.has(particle) && others.length === 0 && name.length > 1 && !particles.has(name)
  return isBare ? abbreviateSaint(name) : null
}

/** Every key that the surname matches by. */
export function surnameKeys(surname: Surname): string[] {
  if (surname.bare !== null) return [surname.key, surname.bare]
  return surname.halves.length === 0 ? [surname.key] : [...new Set([surname.key, ...surname.halves])]
}

/**
 * How two surnames agree: the same, the same halves in another order, or a half of one equals the other, as LEON does
 * of DE LEON. Then the other halves may be among the given names of the side with the single surname.
 */
export type SurnameAgreement = {
  how: 'same' | 'swapped' | 'half'
  alertHalves: string[]
  recordHalves: string[]
}

const same: SurnameAgreement = { how: 'same', alertHalves: [], recordHalves: [] }
const bare: SurnameAgreement = { how: 'half', alertHalves: [], recordHalves: [] }
const swapped: SurnameAgreement = { how: 'swapped', alertHalves: [], recordHalves: [] }

export function compareSurnames(
  alert: Surname,
  record: Surname,
  equal: (a: string, b: string) => boolean = (a, b) => a === b,
): SurnameAgreement | null {
  if (equal(alert.key, record.key)) return same
  if (isSameBare(alert, record, equal) || isSameBare(record, alert, equal)) return bare
  const doubleAlert = alert.halves.length > 1
  const doubleRecord = record.halves.length > 1
  if (doubleAlert && doubleRecord) {
    if (!hasSameHalves(alert.halves, record.halves)) return null
    return isReordered(alert, record) ? swapped : { how: 'half', alertHalves: [], recordHalves: [] }
  }
  if (doubleAlert) {
    const half = alert.halves.find((unit) => equal(unit, record.key))
    return half ? { how: 'half', alertHalves: [], recordHalves: without(alert.halves, half) } : null
  }
  if (doubleRecord) {
    const half = record.halves.find((unit) => equal(alert.key, unit))
    return half ? { how: 'half', alertHalves: without(record.halves, half), recordHalves: [] } : null
  }
  return null
}

const isSameBare = (a: Surname, b: Surname, equal: (a: string, b: string) => boolean) =>
  a.bare !== null && b.bare === null && b.halves.length === 0 && equal(a.bare, b.key)

const without = (halves: string[], half: string) => halves.filter((unit) => unit !== half)

function hasSameHalves(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((half) => b.includes(half)) && b.every((half) => a.includes(half))
}

/** True if each surname consists only of the halves of the other; a stray letter or a half written twice is more. */
function isReordered(alert: Surname, record: Surname): boolean {
  return (
    [alert, record].every(({ key, halves }) => key.length === halves.join('').length) &&
    alert.halves.toSorted().join(' ') === record.halves.toSorted().join(' ')
  )
}
