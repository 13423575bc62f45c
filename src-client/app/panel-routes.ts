import { lazy, type ComponentType } from 'react'

/**
 * The pages of the control panel. To add one:
 * - one line in `panelPages` below; its link in the navigation (panel-navigation.ts) appears by itself, and where the
 *   specification names none there, none is needed;
 * - its texts in src-client/lib/i18n/en-panel-<area>.ts, with one line in en-panel.ts.
 *
 * A page is drawn inside the frame, in its `<main>`: it begins with `<PageTitle>` and its cards follow. Only
 * administrators reach it. `useLeaveGuard` (lib/leave-guard.ts) asks before unsaved changes are left.
 */
export type PanelPage = {
  /** wouter's pattern; letters match in either case. */
  path: string
  page: ComponentType
  /** Only for FOREVER and TRIMIN. */
  technical?: true
  /** The page whose link in the navigation is marked, where this one has none: the list that an entry belongs to. */
  under?: string
}

/** A page that loads when it is opened. */
const later = (load: () => Promise<ComponentType>): ComponentType => lazy(async () => ({ default: await load() }))

export const panelPages: readonly PanelPage[] = []
