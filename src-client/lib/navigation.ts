import { navigate } from 'wouter/use-browser-location'

export const loginPath = '/login'
export const homePath = '/home'
export const panelPath = '/controlPanel'
export const monitoringPath = '/monitoring'

/** True for the page at `place` and for those below it; letters count in either case, as in the routes. */
export function isWithin(path: string, place: string): boolean {
  const [here, there] = [`${path}/`.toLowerCase(), `${place}/`.toLowerCase()]
  return here.startsWith(there)
}

/** The home page with an alert open on it: an existing one, or a new one. */
export function alertHref(alert: number | 'new'): string {
  return `${homePath}?alert=${alert}`
}

/** Names, in the address of the home page, the list that is open over it: `alerts` or `history`. */
export const listDialog = 'show'

/** The home page with one of its lists open over it. */
export function listHref(list: 'alerts' | 'history'): string {
  return `${homePath}?${listDialog}=${list}`
}

/** Names, in the address of any page, the dialog of the reader's account that is open over it. */
export const accountDialog = 'account'

let base = ''

/** Where the pages start, without a closing slash; '' at the root. */
export function setBasePath(routerBasePath: string): void {
  base = routerBasePath.replace(/\/+$/, '')
}

export function basePath(): string {
  return base
}

/** Goes to a page of ours from outside React; `path` starts with a slash and knows nothing of the base. */
export function goTo(path: string): void {
  navigate(base + path)
}

/** What ended a session, as the login page says it: time or the county, another user's log-in, a log-out in another tab. */
export type Ended = '1' | 'other' | 'out'

/**
 * The login page that leads back to `destination` afterwards.
 * @param ended a session was there and ended: the page says so
 */
export function loginPathFor(destination: string, ended?: Ended): string {
  const query = new URLSearchParams({
    ...(destination === homePath || destination === '/' ? {} : { next: destination }),
    ...(ended ? { ended } : {}),
  }).toString()
  return query ? `${loginPath}?${query}` : loginPath
}

/** Sends a reader whose session ended to the login page, and keeps where they were. */
export function goToLogin(ended: Ended = '1'): void {
  const path = location.pathname.startsWith(base) ? location.pathname.slice(base.length) : location.pathname
  if (path === loginPath || path === '/') return
  navigate(base + loginPathFor(path + location.search, ended))
}

/**
 * The page to show after login. Only a path of our own is believed: an address with a host, in any of the
 * spellings a browser accepts, would let a forged link send people elsewhere.
 */
export function destinationAfterLogin(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? homePath
  const resolved = URL.canParse(next, location.origin) ? new URL(next, location.origin) : undefined
  if (!next.startsWith('/') || resolved?.origin !== location.origin) return homePath
  const path = resolved.pathname + resolved.search
  // '/a/..//host' resolves to '//host', which the browser would read as another host.
  return path.startsWith('//') ? homePath : path
}
