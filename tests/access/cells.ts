import type { RawBuilder } from 'kysely'
import type { SettingsKey } from '#shared/settings/groups.ts'
import type { RecordsWorld, Target } from './records.ts'

/**
 * One line of the matrix: the answers to an anonymous visitor, then FOREVER, TRIMIN, COUNTY, then USER, GUEST.
 *
 *   +  200, and done, with the data of that very record
 *   0  200, with nothing of that record, and nothing done to it
 *   R  a refusal with its reason: 200 with ok false over REST
 *   L  403 with status LOGIN: logging in would help
 *   F  403
 *   M  404: no such record for this caller
 *   -  there is no such record: FOREVER manages every user, USER and GUEST no user, and a visitor has no records
 */
type Line = string

/** Which records a procedure is called with. */
export type Cells =
  /** No record; everyone gets the same answer. */
  | { all: Line }
  /** No record in the input; it is about the caller. */
  | { self: Line }
  /** Records of the county, not of a user. */
  | { present: Line; missing: Line }
  /** Own; another's of a role that the caller manages (the caller's own role); another's that it does not manage. */
  | { own: Line; managed: Line; unmanaged: Line; missing: Line }

export type Row = {
  cells: Cells
  input?: (target: Target, world: RecordsWorld) => object
  /** Content required for +; without it, and without `done`, the record's own word. */
  shows?: (target: Target) => unknown
  /** SQL that tells whether the change was made. */
  done?: (target: Target, world: RecordsWorld) => RawBuilder<boolean>
  /**
   * Requires a password entered in the last 10 minutes: with an older one, + and R become L, or the row is this line.
   * `sometimes`: for some of the row's records (recent-password.test.ts).
   */
  fresh?: true | 'sometimes' | Line
  /** Prepares a disposable record for the call. */
  arrange?: (target: Target, world: RecordsWorld) => Promise<void>
  /** The REST body, if it differs from the input. */
  rest?: (input: Record<string, unknown>) => object
  /** Hashes a password or draws a PDF; the server runs only a few of these concurrently. */
  slow?: true
  /** A file: sent over REST, only named over tRPC. */
  file?: 'pdf' | 'workbook'
}
export type Table = Record<string, Row>

/** Cells shared by several procedures. */
export const everybody: Cells = { all: '+ + + + + +' }
export const staff: Cells = { all: 'L + + + F F' }
export const provider: Cells = { all: 'L + + F F F' }

/** Users and their records, for administrators who may see them. */
export const visibleUsers: Cells = {
  own: '- + + + F F',
  managed: '- + + + - -',
  unmanaged: 'L - M M F F',
  missing: 'L M M M F F',
}
/** The same for a list, which omits the others. */
export const visibleUsersList: Cells = {
  own: '- + + + F F',
  managed: '- + + + - -',
  unmanaged: 'L - 0 0 F F',
  missing: 'L 0 0 0 F F',
}
/** Like `visibleUsers`, but not for oneself. */
export const visibleUsersButSelf: Cells = {
  own: '- R R R F F',
  managed: '- + + + - -',
  unmanaged: 'L - M M F F',
  missing: 'L M M M F F',
}
/** Only one's own records, whatever the role. */
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
/** Users' records on the provider's pages. */
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
/** Anyone who holds a message's link may use it, without a session. */
export const byLinkHolder: Cells = {
  own: '- + + + + +',
  managed: '- + + + - -',
  unmanaged: '+ - + + + +',
  missing: 'R R R R R R',
}
export const byTicketHolder: Cells = { present: '+ + + + + +', missing: 'R R R R R R' }

/** The group's paths; groups without a REST path have procedures of their own. */
export const showProcedureOf = (group: string): string =>
  ({ service: 'service.show', reports: 'reportSettings.show' })[group] ?? `controlPanel.countyConfig.${group}.show`

/** The fifteen groups that the specification names, except userPurgeNow, which is an action. */
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
