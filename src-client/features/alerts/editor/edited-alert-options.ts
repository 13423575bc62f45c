import { inBackground } from '#client/lib/api/client.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'

const refetchMs = 5_000
const hasUnverified = (alert: AlertView | undefined): boolean =>
  alert !== undefined && [...alert.alertEmailAddresses, ...alert.alertPhones].some(({ verified }) => !verified)

/** The options of a query for an alert's current state: a recipient may follow a link while it is open. */
export const editedAlertOptions = {
  staleTime: 0,
  refetchOnMount: 'always',
  gcTime: 0,
  trpc: inBackground,
  refetchInterval: ({ state }: { state: { data?: { content: AlertView } | undefined } }) =>
    hasUnverified(state.data?.content) && refetchMs,
} as const
