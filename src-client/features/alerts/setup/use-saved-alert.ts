import type { AlertView } from '#shared/contract/alert.ts'
import { inBackground } from '#client/lib/api/client.ts'
import { trpc } from '#client/lib/api/trpc.ts'

const refetchMs = 5_000
const hasUnverified = (alert: AlertView | undefined): boolean =>
  alert !== undefined && [...alert.alertEmailAddresses, ...alert.alertPhones].some(({ verified }) => !verified)

/** An alert as it is now: a recipient may follow a link while it is open. */
export const useSavedAlert = (id: number | undefined) =>
  trpc.userView.alert.useQuery(
    { id: id ?? 0 },
    {
      enabled: id !== undefined,
      staleTime: 0,
      refetchOnMount: 'always',
      gcTime: 0,
      trpc: inBackground,
      refetchInterval: ({ state }) => hasUnverified(state.data?.content) && refetchMs,
    },
  )
