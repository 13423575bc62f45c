import { type Language, languageCodes, defaultLanguage } from '#shared/contract/languages.ts'
import type { RecipientLimits } from '#shared/domain/alert/max-recipients.ts'
import { logWarning } from '../log.ts'
import { createStore, useStore } from '../store.ts'
import { inBackground, trpcClient } from './client.ts'
import { type County, rememberCounty, rememberedCounty } from './county-memory.ts'
import { onLockoutChange } from './lockout-version.ts'

type Item = Awaited<
  ReturnType<typeof trpcClient.helperdata.landnotification.query>
>['content']['namedContentResultList'][number]
type Named<N extends Item['name']> = Extract<Item, { name: N }>

const findItem = <N extends Item['name']>(items: Item[], name: N): Named<N> | undefined =>
  items.find((item): item is Named<N> => item.name === name)

function getItem<N extends Item['name']>(items: Item[], name: N): Named<N> {
  const found = findItem(items, name)
  if (!found) throw new Error(`The start content has no ${name}.`)
  return found
}

function offeredLanguages({ languagesOn, offered }: Named<'languages'>['baseContent']): readonly Language[] {
  return languageCodes.filter((code) => code === defaultLanguage || (languagesOn && offered.includes(code)))
}

function read(items: Item[]) {
  const common = getItem(items, 'common').baseContent
  const lockout = getItem(items, 'userLockout').baseContent
  const registration = getItem(items, 'loginPageRegistration').baseContent
  const { parcelMask, otherCountries, weeklyEmail, parcelHelpText, parcelHelpLink, ...product } = getItem(
    items,
    'productProperties',
  ).baseContent
  const access = findItem(items, 'userAccess')?.baseContent
  return {
    county: common.countyName,
    appTitle: common.appTitle,
    /** The county's phone, or ''. */
    contactPhone: common.contactPhone,
    /** The lockout headline; '' while none is in place. */
    headline: lockout.lockoutInPlace ? lockout.messageHeadline : '',
    /** The login page's lockout message; '' while there is none. */
    lockoutMessage: lockout.lockoutInPlace ? lockout.messageLogin : '',
    /** True if New User is offered. */
    selfRegistration: registration.selfRegistration,
    /** True if Forgot Username and Forgot Password are offered. */
    recovery: registration.forgotPasswordLink,
    /** The county's two-letter state code, or ''. */
    stateCode: product.countyStateCode,
    /** The county's time zone, in which every time is shown. */
    timeZone: product.countyTimeZone,
    /** The languages of the login page; only English while languages are off. */
    languages: offeredLanguages(getItem(items, 'languages').baseContent),
    alertSettings: getItem(items, 'alertSettings').baseContent,
    parcelMask,
    /**
     * Where the parcel number is on a bill, in the county's words, and its page to look one up; '' if the county set
     * none.
     */
    parcelHelp: { text: parcelHelpText, link: parcelHelpLink },
    /** True if properties can be found by address: the county loaded its list. */
    hasRoll: product.parcelRoll,
    otherCountries,
    /** False if the county switched off the weekly email of possible matches. */
    weeklyEmail,
    /** False if the county sends no text messages. */
    textMessages: product.textMessages,
    /** Minutes of inactivity after which a session ends; null if it does not, or while no one is logged in. */
    idleMinutes: access?.inactivityTimeLimit ? (access.inactivityTimeLimitPeriod ?? null) : null,
  }
}

/** What every screen knows about the county, from the named items of the start call. */
export type StartContent = ReturnType<typeof read>

const known = createStore<StartContent | undefined>(undefined)

/** Loads the county's start content. After a failure the pages keep what they had, or do without. */
export async function loadStartContent(how?: typeof inBackground): Promise<void> {
  try {
    const { content } = await trpcClient.helperdata.landnotification.query(undefined, how)
    const start = read(content.namedContentResultList)
    known.set(start)
    rememberCounty(start)
  } catch (cause) {
    logWarning("The county's start content could not be read.", cause)
  }
}

// The headline reaches open pages before lockout step 2 ends their sessions.
onLockoutChange(() => void loadStartContent(inBackground))

/** The county's start content; undefined until it is known. */
export function useStartContent(): StartContent | undefined {
  return useStore(known)
}

/** The county's name and phone: now, or as of this browser's last visit. */
export function useCounty(): County | undefined {
  return useStore(known) ?? rememberedCounty()
}

/** The settings that limit recipients; undefined until they are known. */
export function useRecipientLimits(): RecipientLimits | undefined {
  const start = useStartContent()
  return start && { texts: start.textMessages, alertSettings: start.alertSettings }
}

/** False if the county sends no texts, which hides phones. */
export const useTexts = (): boolean => useStartContent()?.textMessages !== false
