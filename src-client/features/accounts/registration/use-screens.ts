import { useLocation, useSearch } from 'wouter'
import { readHistoryEntry } from '#client/lib/history-entry.ts'
import { updateQuery } from '#client/lib/use-query-params.ts'
import { findScreen, type Screen } from './screens.ts'

/** The parameter of the address that names the screen. */
const parameter = 'at'
/** Marks an entry of the browser's history that an earlier screen opened. */
const fromScreen = 'registration screen'

/** Each screen is an entry of the browser's history, so that its Back goes one screen back. */
export function useScreens(screens: readonly Screen[]) {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const screen = findScreen(screens, new URLSearchParams(search).get(parameter) ?? '')
  const index = screens.indexOf(screen)
  const open = (to: Screen, { replace = false } = {}) =>
    navigate(path + updateQuery(search, { [parameter]: to === screens[0] ? '' : to }), {
      replace,
      ...(replace ? {} : { state: { mark: fromScreen } }),
    })
  return {
    screen,
    isFirst: index === 0,
    open,
    next: () => {
      const following = screens[index + 1]
      if (following) open(following)
    },
    back: () => {
      const before = screens[index - 1]
      // The browser's own entry, if there is one; after a reload from a bookmark there is none.
      if (readHistoryEntry().mark === fromScreen) history.back()
      else if (before) open(before, { replace: true })
    },
  }
}
