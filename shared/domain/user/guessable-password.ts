/** A unit as long as a whole password is no repetition of something short. */
const repetition = /(.{1,11}?)\1+/g

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const lettersIn = (text: string) => text.replaceAll(/[^a-z]/g, '').length

/** Half of a password's letters or more stand in these names, so that little is left to guess. */
function isMostlyNames(password: string, names: readonly string[]): boolean {
  // A name as a whole, its words, and these without their digits: 'Alder County' is in 'AlderCounty' and in 'my-alder',
  // 'maren.holt3' in 'Holt2026'.
  const words = names.flatMap((name) => [name, ...name.split(/[^A-Za-z0-9]+/), ...name.split(/[^A-Za-z]+/)]).map(plain)
  const longestFirst = words.filter((word) => lettersIn(word) >= 4).toSorted((a, b) => b.length - a.length)
  const whole = plain(password)
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ''), whole)
  const letters = lettersIn(whole)
  return rest !== whole && lettersIn(rest) <= letters / 2
}

/** Two thirds of the password or more repeat something short ('aaaaaaaaaaa1!', 'abcabcabcabc1!'). */
function isMostlyRepetition(password: string): boolean {
  const runs = [...password.toLowerCase().matchAll(repetition)].map(([run]) => run.length)
  return Math.max(0, ...runs) >= (password.length * 2) / 3
}

/**
 * Whether a password is mostly one of the names that anybody would try (the county's, the username) or a repetition
 * (decisions, section 4). Common passwords are another list, which the server has.
 */
export function isGuessablePassword(password: string, names: readonly string[]): boolean {
  return isMostlyNames(password, names) || isMostlyRepetition(password)
}
