import type { RawBuilder } from 'kysely'
import type { SettingsKey } from '#shared/settings/groups.ts'
import type { Target, AccessWorld } from './world.ts'

/**
 * One line of the matrix: the answers to an anonymous visitor, then FOREVER, TRIMIN, COUNTY, then USER, GUEST.
 *
 *   +  200, and done, with the data of that very record
 *   0  200, with nothing of that record, and nothing done to it
 *   R  a refusal with its reason: 200 with ok false over REST (decisions, section 2)
 *   L  403 with status LOGIN: logging in would help
 *   F  403
 *   M  404: no such record for this caller
 *   -  there is no such record: FOREVER manages everybody, USER and GUEST nobody, a visitor has none
 */
export type Line = string

/** Which records a procedure is asked for. */
export type Cells =
  /** None, and the answer is the same to all. */
  | { all: Line }
  /** None named: it is about the caller. */
  | { self: Line }
  /** Records of the county, not of a user. */
  | { present: Line; missing: Line }
  /** Own; another's of a role that the caller manages (the caller's own role); another's that it does not manage. */
  | { own: Line; managed: Line; unmanaged: Line; missing: Line }

export type Row = {
  cells: Cells
  input?: (target: Target, world: AccessWorld) => object
  /** What the content holds where the answer is +; without it, and without `done`, the record's own word. */
  shows?: (target: Target) => unknown
  /** Whether a change was made, asked of the database. */
  done?: (target: Target, world: AccessWorld) => RawBuilder<boolean>
  /** Wants the password of the last 10 minutes: with an older one + and R become L, or the first line is this one. */
  fresh?: true | Line
  /** Makes a record, which is then thrown away, such that the call has something to do. */
  arrange?: (target: Target, world: AccessWorld) => Promise<void>
  /** The body of REST where it is not the input. */
  rest?: (input: Record<string, unknown>) => object
  /** Hashes a password or draws a PDF, of which the server does a few at once and refuses more. */
  slow?: true
  /** A file: REST sends it, tRPC only names it. */
  file?: 'pdf' | 'workbook'
}
export type Table = Record<string, Row>

/** What several procedures have in common, as decisions, sections 2 to 4, state it. */
export const everybody: Cells = { all: '+ + + + + +' }
export const staff: Cells = { all: 'L + + + F F' }
export const provider: Cells = { all: 'L + + F F F' }

/** A user, and all that is a user's, for administrators who may see that user. */
export const visibleUsers: Cells = {
  own: '- + + + F F',
  managed: '- + + + - -',
  unmanaged: 'L - M M F F',
  missing: 'L M M M F F',
}
/** The same of a list, which simply does not hold the others. */
export const visibleUsersList: Cells = {
  own: '- + + + F F',
  managed: '- + + + - -',
  unmanaged: 'L - 0 0 F F',
  missing: 'L 0 0 0 F F',
}
/** As `ofVisibleUsers`, but nobody does it to themself. */
export const visibleUsersButSelf: Cells = {
  own: '- R R R F F',
  managed: '- + + + - -',
  unmanaged: 'L - M M F F',
  missing: 'L M M M F F',
}
/** What is only ever one's own, whatever the role. */
export const ownOnly: Cells = {
  own: '- + + + + +',
  managed: '- M M M - -',
  unmanaged: 'L - M M M M',
  missing: 'L M M M M M',
}
export const ownOnlyList: Cells = {
  own: '- + + + + +',
  managed: '- 0 0 0 - -',
  unmanaged: 'L - 0 0 0 0',
  missing: 'L 0 0 0 0 0',
}
/** A user's record on the provider's pages. */
export const providerVisibleUsers: Cells = {
  own: '- + + F F F',
  managed: '- + + F - -',
  unmanaged: 'L - M F F F',
  missing: 'L M M F F F',
}
export const providerList: Cells = {
  own: '- + + F F F',
  managed: '- + + F - -',
  unmanaged: 'L - 0 F F F',
  missing: 'L 0 0 F F F',
}
export const countyRecord: Cells = { present: 'L + + F F F', missing: 'L M M F F F' }
export const countyList: Cells = { present: 'L + + F F F', missing: 'L 0 0 F F F' }
/** Who holds the link of a message is its reader: no session is asked for, whose record it is or not. */
export const byLinkHolder: Cells = {
  own: '- + + + + +',
  managed: '- + + + - -',
  unmanaged: '+ - + + + +',
  missing: 'R R R R R R',
}
export const byTicketHolder: Cells = { present: '+ + + + + +', missing: 'R R R R R R' }

/** The fifteen groups of the administrator specification but for userPurgeNow, which is a deed. */
export const savedGroups = [
  'common',
  'languages',
  'latestNews',
  'externalLinks',
  'homeSelections',
  'loginPageLinks',
  'loginPageLatestNews',
  'loginPageSlides',
  'loginPageRegistration',
  'userLockout',
  'userPurgeSchedule',
  'userAccess',
  'alertSettings',
  'auditLogPurgeSchedule',
] as const satisfies SettingsKey[]
