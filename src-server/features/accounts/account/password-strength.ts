// cspell:ignore ummer aldercounty
import { states } from '#shared/contract/code-lists.ts'

/** What anyone would try first for this person and county. */
export type PasswordContext = {
  county: { countyName: string; appTitle: string; stateCode: string }
  /** As far as known. */
  person: { username?: string; firstName?: string; lastName?: string }
}

/** The hundred tries before a lock cannot reach a password that takes this many guesses. */
const fewestGuesses = 1e6
const commonest = 200
/** Keeps the check of the longest password under about 20 ms; few passwords replace more letters than this. */
const l33tMaxSubstitutions = 10
const seasonsAndMonths =
  'spring summer autumn fall winter january february march april may june july august september october november december'

type Estimator = { countGuesses(password: string, words: string[]): number; commonest: readonly string[] }
let estimator: Promise<Estimator> | undefined

/** 50,000 words, loaded when the first password is set, so that the server starts faster. */
async function loadEstimator(): Promise<Estimator> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions })
  return {
    countGuesses: (password, words) => zxcvbn.check(password, words).guesses,
    commonest: dictionary['passwords-common'].slice(0, commonest),
  }
}

/** 0, 1, 3, @ and $ as the letters that they replace; i and l become one letter, since 1 replaces either. */
const readings: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', '@': 'a', $: 's', i: 'l' }
const toLetters = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[013@$i]/g, (sign) => readings[sign] ?? sign)
    .replaceAll(/[^a-z]/g, '')

/**
 * A password without digits and symbols at its ends. A symbol that may replace a letter is read both ways:
 * 'P@ssw0rd2024!' and '$ummer2026!!' are one word each.
 */
function findBases(password: string): Set<string> {
  const [, before = '', middle = '', after = ''] = /^([^a-z]*)(.*?)([^a-z]*)$/is.exec(password) ?? []
  const lead = /[013@$]*$/.exec(before)?.[0] ?? ''
  const trail = /^[013@$]*/.exec(after)?.[0] ?? ''
  const starts = Array.from({ length: lead.length + 1 }, (_, index) => lead.slice(index))
  const ends = Array.from({ length: trail.length + 1 }, (_, index) => trail.slice(0, index))
  return new Set(starts.flatMap((start) => ends.map((end) => toLetters(start + middle + end))))
}

/** A name as one word, and each of its words: 'aldercounty', 'alder', 'county'. */
const splitName = (name: string): string[] => [name, ...name.split(/[^\p{L}\d]+/u), ...name.split(/[^\p{L}]+/u)]

/**
 * Whether a password is too easy to guess: by an estimate that knows the county's name, the person's and the year, or
 * because it is one ordinary word with digits and symbols around it.
 */
export async function isEasyToGuess(password: string, { county, person }: PasswordContext): Promise<boolean> {
  estimator ??= loadEstimator()
  const { countGuesses, commonest: words } = await estimator
  const state = states.find(({ code }) => code !== '' && code === county.stateCode)?.description ?? ''
  const names = [county.countyName, state, county.appTitle, ...Object.values(person)].filter(Boolean)
  const own = names.flatMap(splitName)
  const refused = new Set([...words, ...seasonsAndMonths.split(' '), ...own].map(toLetters).filter(Boolean))
  if ([...findBases(password)].some((base) => refused.has(base))) return true
  const year = String(new Date().getFullYear())
  return (
    countGuesses(password, [...new Set(own.map((word) => word.toLowerCase())), year].filter(Boolean)) < fewestGuesses
  )
}
