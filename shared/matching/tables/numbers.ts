/** Number words up to one hundred, cardinal and ordinal, and roman figures up to twenty, with their digits. */
const units = 'ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE'.split(' ')
const unitOrdinals = 'FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH'.split(' ')
const teens = 'TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN NINETEEN'.split(' ')
const teenOrdinals =
  'TENTH ELEVENTH TWELFTH THIRTEENTH FOURTEENTH FIFTEENTH SIXTEENTH SEVENTEENTH EIGHTEENTH NINETEENTH'.split(' ')
const tens = 'TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY'.split(' ')
const tenOrdinals = 'TWENTIETH THIRTIETH FORTIETH FIFTIETH SIXTIETH SEVENTIETH EIGHTIETH NINETIETH'.split(' ')

function ordinal(n: number): string {
  const tail = n % 100
  if (tail >= 11 && tail <= 13) return `${n}TH`
  return `${n}${['TH', 'ST', 'ND', 'RD'][n % 10] ?? 'TH'}`
}

export const numberWords: ReadonlyMap<string, string> = new Map([
  ...units.map((word, i): [string, string] => [word, String(i + 1)]),
  ...unitOrdinals.map((word, i): [string, string] => [word, ordinal(i + 1)]),
  ...teens.map((word, i): [string, string] => [word, String(i + 10)]),
  ...teenOrdinals.map((word, i): [string, string] => [word, ordinal(i + 10)]),
  ...tens.map((word, i): [string, string] => [word, String((i + 2) * 10)]),
  ...tenOrdinals.map((word, i): [string, string] => [word, ordinal((i + 2) * 10)]),
  ['HUNDRED', '100'],
  ['HUNDREDTH', '100TH'],
])

/** Tens that a unit may follow: 'TWENTY ONE' is 21. */
export const tensWords: ReadonlyMap<string, number> = new Map(tens.map((word, i) => [word, (i + 2) * 10]))

/** Units after tens: 'ONE' → '1', 'FIRST' → '1ST'. */
export const unitWords: ReadonlyMap<string, { value: number; ordinal: boolean }> = new Map([
  ...units.map((word, i): [string, { value: number; ordinal: boolean }] => [word, { value: i + 1, ordinal: false }]),
  ...unitOrdinals.map((word, i): [string, { value: number; ordinal: boolean }] => [
    word,
    { value: i + 1, ordinal: true },
  ]),
])

/** A ten and a unit in digits: 21, or 21ST. */
export function joinTenAndUnit(ten: number, unit: { value: number; ordinal: boolean }): string {
  return unit.ordinal ? ordinal(ten + unit.value) : String(ten + unit.value)
}

const romans = 'I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX'.split(' ')

/** Roman figures from I to XX. */
export const romanFigures: ReadonlyMap<string, string> = new Map(romans.map((roman, i) => [roman, String(i + 1)]))

/** Roman figures that are letters on their own; they are figures only as the last word. */
export const romanLetters: ReadonlySet<string> = new Set(['I', 'V', 'X'])

/** Roman figures that are also names, and so figures only after a name that is not a person's. */
export const romanNames: ReadonlySet<string> = new Set(['VI', 'XI'])
