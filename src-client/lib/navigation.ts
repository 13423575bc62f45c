import { forgetDraftsInTab } from './drafts.ts'
import { navigateTyped as navigate } from './history-entry.ts'

export const loginPath = '/login'
export const homePath = '/home'
export const panelPath = '/controlPanel'
export const monitoringPath = '/monitoring'
/** The panel's list of alerts whose parcel is not in the parcel roll. */
export const alertsOutsideRollPath = `${panelPath}/alertsOutsideRoll`
/** How we match names, for everyone. */
export const matchingHelpPath = '/howWeMatch'

/** True for the page at `place` and the pages below it, ignoring case like the routes. */
export function isWithin(path: string, place: string): boolean {
  const [here, there] = [`${path}/`.toLowerCase(), `${place}/`.toLowerCase()]
  return here.startsWith(there)
}

/** The home page with an alert open on it: an existing one, or a new one. */
export function alertHref(alert: number | 'new'): string {
  return `${homePath}?alert=${alert}`
}

/**
 * The address of the panel's alert list, filtered by one user, or by one email or phone of all of its owners.
 * @param ownerId one of those owners
 */
export const alertListHref = (part: 'email' | 'phone' | 'user', id: number, ownerId?: number): string =>
  `${panelPath}/alerts?${part}=${id}${ownerId === undefined ? '' : `&user=${ownerId}`}`

/** The parameter of the home page's address that names the open list. */
export const listDialog = 'show'

/** The home page with a list open over it. */
export function listHref(list: 'alerts' | 'history' | 'possible' | 'recipients'): string {
  return `${homePath}?${listDialog}=${list}`
}

/** The parameter of the home page's address that names the alert for which a resident reports a record. */
export const foundRecordDialog = 'found'

/** The history with the records that may be about the reader. */
export const possibleHref = listHref('possible')

/** The parameter of any page's address that names the open account dialog. */
export const accountDialog = 'account'

let base = ''

/** The base path of the pages, without a trailing slash; '' at the root. */
export function setBasePath(routerBasePath: string): void {
  base = routerBasePath.replace(/\/+$/, '')
}

export function basePath(): string {
  return base
}

/** Navigates to a page of the application from outside React; `path` starts with a slash and excludes the base path. */
export function goTo(path: string): void {
  navigate(base + path)
}

/**
 * Why a session ended, for the login page: by time or by the county, by another user's login, or by a logout in another
 * tab.
 */
type Ended = '1' | 'other' | 'out'

/**
 * The address of the login page that returns to `destination`.
 * @param ended why a session ended, which the page shows
 */
export function loginPathFor(destination: string, ended?: Ended): string {
  const query = new URLSearchParams({
    ...(destination === homePath || destination === '/' ? {} : { next: destination }),
    ...(ended ? { ended } : {}),
  }).toString()
  return query ? `${loginPath}?${query}` : loginPath
}

/** True on the login page while it says why the session ended. */
export const isSessionEnded = (): boolean => new URLSearchParams(location.search).has('ended')

/** Sends a reader whose session ended to the login page, which returns to the current page. */
export function goToLogin(ended: Ended = '1'): void {
  forgetDraftsInTab()
  const path = location.pathname.startsWith(base) ? location.pathname.slice(base.length) : location.pathname
  if (path === loginPath || path === '/') return
  navigate(base + loginPathFor(path + location.search, ended))
}

/**
 * The page after login. Only a path of this application is accepted: an address with a host, in any spelling that
 * browsers accept, would let a forged link send people elsewhere.
 */
export function destinationAfterLogin(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? homePath
  const resolved = URL.canParse(next, location.origin) ? new URL(next, location.origin) : undefined
  if (!next.startsWith('/') || resolved?.origin !== location.origin) return homePath
  const path = resolved.pathname + resolved.search
  // '/a/..//host' resolves to '//host', which a browser reads as another host.
  return path.startsWith('//') ? homePath : path
}
