/** Longer units make up most of a password by themselves, so they do not count as repetition. */
const repetition = /(.{1,11}?)\1+/g

const toLettersAndDigits = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const countLetters = (text: string) => text.replaceAll(/[^a-z]/g, '').length

/** Whether half or more of a password's letters come from these names, which leaves little to guess. */
function isMostlyNames(password: string, names: readonly string[]): boolean {
  // The whole name, its words, and those words without digits: 'AlderCounty' and 'my-alder' contain 'Alder County',
  // and 'Holt2026' contains 'maren.holt3'.
  const words = names
    .flatMap((name) => [name, ...name.split(/[^A-Za-z0-9]+/), ...name.split(/[^A-Za-z]+/)])
    .map(toLettersAndDigits)
  const longestFirst = words.filter((word) => countLetters(word) >= 4).toSorted((a, b) => b.length - a.length)
  const whole = toLettersAndDigits(password)
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ''), whole)
  const letters = countLetters(whole)
  return rest !== whole && countLetters(rest) <= letters / 2
}

/** Whether two thirds or more of the password repeat something short ('aaaaaaaaaaa1!', 'abcabcabcabc1!'). */
function isMostlyRepetition(password: string): boolean {
  const runs = [...password.toLowerCase().matchAll(repetition)].map(([run]) => run.length)
  return Math.max(0, ...runs) >= (password.length * 2) / 3
}

/**
 * Whether a password is mostly a name that anyone would try (the county's, the username) or a repetition (decisions,
 * section 4). The server checks common passwords against its own list.
 */
export function isGuessablePassword(password: string, names: readonly string[]): boolean {
  return isMostlyNames(password, names) || isMostlyRepetition(password)
}
