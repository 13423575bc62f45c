import { type Language, languageCodes, defaultLanguage } from '#shared/contract/languages.ts'
import type { RecipientLimits } from '#shared/domain/alert/max-recipients.ts'
import { inBackground, trpcClient } from './client.ts'
import { onLockoutChange } from './lockout-version.ts'
import { logWarning } from '../log.ts'
import { createStore, useStore } from '../store.ts'

type Item = Record<string, unknown>

/** What every screen knows about the county, from the named items of the start call. */
export type StartContent = {
  county: string
  appTitle: string
  /** The county's phone, or ''. */
  contactPhone: string
  /** The lockout headline; '' while none is in place. */
  headline: string
  /** The login page's lockout message; '' while there is none. */
  lockoutMessage: string
  /** True if New User is offered. */
  selfRegistration: boolean
  /** True if Forgot Username and Forgot Password are offered. */
  recovery: boolean
  /** The county's two-letter state code, or ''. */
  stateCode: string
  /** The county's time zone, in which every time is shown. */
  timeZone: string
  /** The languages of the login page; only English while languages are off. */
  languages: readonly Language[]
  alertSettings: {
    businessAlert: boolean
    nameAlert: boolean
    parcelIdAlert: boolean
    numberOfEmails: number
    numberOfPhones: number
    emailAcknowledgement: boolean
    phoneAcknowledgement: boolean
  }
  parcelMask: string
  otherCountries: boolean
  /** False if the county sends no text messages. */
  textMessages: boolean
  /** Minutes of inactivity after which a session ends; null if it does not, or while nobody is signed in. */
  idleMinutes: number | null
}

const text = (item: Item, key: string) => (typeof item[key] === 'string' ? item[key] : '')
const flag = (item: Item, key: string) => item[key] === true
const count = (item: Item, key: string) => (typeof item[key] === 'number' ? item[key] : 0)

function offeredLanguages(item: Item): readonly Language[] {
  const offered = flag(item, 'languagesOn') && Array.isArray(item.offered) ? item.offered : []
  return languageCodes.filter((code) => code === defaultLanguage || offered.includes(code))
}

function read(items: { name: string; baseContent: Item }[]): StartContent {
  const named = (name: string): Item => items.find((item) => item.name === name)?.baseContent ?? {}
  const common = named('common')
  const lockout = named('userLockout')
  const alerts = named('alertSettings')
  const product = named('productProperties')
  const access = named('userAccess')
  const registration = named('loginPageRegistration')
  const locked = flag(lockout, 'lockoutInPlace')
  return {
    county: text(common, 'countyName'),
    appTitle: text(common, 'appTitle'),
    contactPhone: text(common, 'contactPhone'),
    headline: locked ? text(lockout, 'messageHeadline') : '',
    lockoutMessage: locked ? text(lockout, 'messageLogin') : '',
    selfRegistration: flag(registration, 'selfRegistration'),
    recovery: flag(registration, 'forgotPasswordLink'),
    stateCode: text(product, 'countyStateCode'),
    timeZone: text(product, 'countyTimeZone'),
    languages: offeredLanguages(named('languages')),
    alertSettings: {
      businessAlert: flag(alerts, 'businessAlert'),
      nameAlert: flag(alerts, 'nameAlert'),
      parcelIdAlert: flag(alerts, 'parcelIdAlert'),
      numberOfEmails: count(alerts, 'numberOfEmails'),
      numberOfPhones: count(alerts, 'numberOfPhones'),
      emailAcknowledgement: flag(alerts, 'emailAcknowledgement'),
      phoneAcknowledgement: flag(alerts, 'phoneAcknowledgement'),
    },
    parcelMask: text(product, 'parcelMask'),
    otherCountries: flag(product, 'otherCountries'),
    textMessages: flag(product, 'textMessages'),
    idleMinutes: flag(access, 'inactivityTimeLimit') ? count(access, 'inactivityTimeLimitPeriod') : null,
  }
}

const known = createStore<StartContent | undefined>(undefined)

/** Loads the county's start content. After a failure the pages keep what they had, or do without. */
export async function loadStartContent(how?: typeof inBackground): Promise<void> {
  try {
    const { content } = await trpcClient.helperdata.landnotification.query(undefined, how)
    known.set(read(content.namedContentResultList))
  } catch (cause) {
    logWarning("The county's start content could not be read.", cause)
  }
}

// The headline reaches open pages before lockout step 2 ends their sessions (end-user.md, section 1).
onLockoutChange(() => void loadStartContent(inBackground))

/** The county's start content; undefined until it is known. */
export function useStartContent(): StartContent | undefined {
  return useStore(known)
}

/** The settings that limit recipients; unknown ones count as offered. */
export function useRecipientLimits(): RecipientLimits {
  const start = useStartContent()
  return {
    texts: start?.textMessages !== false,
    alertSettings: start?.alertSettings ?? { numberOfEmails: 1, numberOfPhones: 1 },
  }
}

/** False if the county sends no texts, which hides phones (decisions, section 8). */
export const useTexts = (): boolean => useStartContent()?.textMessages !== false
