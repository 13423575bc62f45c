import type { RegistrationInput } from './registration-values.ts'

export const steps = ['you', 'watch', 'verify'] as const
export type Step = (typeof steps)[number]

/** On a phone the first step has four screens; elsewhere it is one page. */
export type Screen = Step | 'name' | 'address' | 'contact' | 'login'
export type YouPart = 'name' | 'address' | 'contact' | 'login'

/** The fields of each screen, in the order of the page; `choice` is the second step as a whole. */
const partFields = {
  name: ['firstName', 'lastName', 'company'],
  address: ['address', 'city', 'state', 'zip'],
  contact: ['email', 'phoneFormatType', 'phone'],
  login: ['username', 'password', 'passwordConfirm'],
} as const satisfies Record<YouPart, readonly (keyof RegistrationInput)[]>
export const youParts = ['name', 'address', 'contact', 'login'] as const satisfies readonly YouPart[]

type Field = keyof RegistrationInput | 'choice'
export const screenFields: Record<Screen, readonly Field[]> = {
  ...partFields,
  you: youParts.flatMap((part) => partFields[part]),
  watch: ['choice', 'parcelId', 'businessName', 'agreed'],
  verify: [],
}

const stepsOfScreens: Record<Screen, Step> = {
  you: 'you',
  name: 'you',
  address: 'you',
  contact: 'you',
  login: 'you',
  watch: 'watch',
  verify: 'verify',
}
export const getStep = (screen: Screen): Step => stepsOfScreens[screen]

/** @param offersWatch false if the county's alerts cannot notify an email: then the second step is left out */
export const listScreens = (phone: boolean, offersWatch: boolean): readonly Screen[] => [
  ...(phone ? youParts : (['you'] as const)),
  ...(offersWatch ? (['watch'] as const) : []),
  'verify',
]

/** The screen that an address asks for; that of the same step if the window has another width; else the first. */
export function findScreen(screens: readonly Screen[], asked: string): Screen {
  const [first = 'verify'] = screens
  return screens.find((screen) => screen === asked) ?? first
}

/** The earliest screen that has one of these fields. */
export const findScreenOf = (screens: readonly Screen[], fields: readonly string[]): Screen | undefined =>
  screens.find((screen) => screenFields[screen].some((field) => fields.includes(field)))
