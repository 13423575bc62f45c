import { tryBusiness, tryPerson, readRecord } from './try-pair.ts'
import type { Verdicts } from './verdicts.ts'

/** A name whose words a person has labeled. */
type LabeledName = { text: string; words: { label: string; text: string }[] }

const nameElement = /<Name>(.*?)<\/Name>/gs
const wordElement = /<(\w+)>([^<]*)<\/\1>/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescape = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '')

/** The names of a labeled collection, `<Name><GivenName>…</GivenName> <Surname>…</Surname></Name>`. */
function parseLabeledNames(xml: string): LabeledName[] {
  return [...xml.matchAll(nameElement)].map(([, inside = '']) => {
    const words = [...inside.matchAll(wordElement)].map(([, label = '', text = '']) => ({
      label,
      text: unescape(text),
    }))
    return { text: words.map(({ text }) => text).join(' '), words }
  })
}

/** Only the names. */
export const listLabeledTexts = (xml: string): string[] => parseLabeledNames(xml).map(({ text }) => text)

/** First and last names as labeled, or '' for one that is not labeled. */
export function listLabeledPeople(xml: string): { first: string; last: string }[] {
  return parseLabeledNames(xml).map(({ words }) => {
    const find = (label: string) => words.find((word) => word.label === label)?.text ?? ''
    return { first: find('GivenName'), last: find('Surname') }
  })
}

const isGiven = /^(GivenName|FirstInitial)$/
const isMiddle = /^(MiddleName|MiddleInitial)$/
const isSurname = /^(Surname|LastInitial)$/

/**
 * Persons: 'person', 'business', 'trust' or 'unreadable' as the reader reads the name, and whether an alert with the
 * labeled words finds it. Names without first or last name have only the kind.
 */
export function judgePersons(xml: string): Verdicts {
  const rows = parseLabeledNames(xml).map((name, i): [number, string] => [i + 1, judgePerson(name)])
  return new Map(rows)
}

function judgePerson({ text, words }: LabeledName): string {
  const kind = readRecord(text).parties[0]?.kind ?? 'unreadable'
  const end = words.findIndex(({ label }) => label === 'And')
  const own = end < 0 ? words : words.slice(0, end)
  const pick = (label: RegExp, from = own) =>
    from.filter((word) => label.test(word.label)).map((word) => word.text.replaceAll(/[,.;]+$/g, ''))
  const [[first], last] = [pick(isGiven), pick(isSurname).join(' ') || pick(isSurname, words).at(-1)]
  if (first === undefined || last === undefined) return kind
  return `${kind}, found ${tryPerson({ first, middles: pick(isMiddle), last }, text)}`
}

const isCompanyName =
  /^(CorporationName|CorporationNameAndCompany|CorporationNameOrganization|CorporationNameBranch\w*)$/

/**
 * Companies: the kind, '+ person' if the reader also reads a person in the name, and whether an alert without its legal
 * form finds it.
 */
export function judgeCompanies(xml: string): Verdicts {
  const rows = parseLabeledNames(xml).map((name, i): [number, string] => [i + 1, judgeCompany(name)])
  return new Map(rows)
}

function judgeCompany({ text, words }: LabeledName): string {
  const party = readRecord(text).parties[0]
  const kind = `${party?.kind ?? 'unreadable'}${(party?.people.length ?? 0) > 0 ? ' + person' : ''}`
  const own = words.filter(({ label }) => isCompanyName.test(label)).map((word) => word.text)
  return own.length === 0 ? kind : `${kind}, found ${tryBusiness(own.join(' '), text)}`
}
