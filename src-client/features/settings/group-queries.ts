import { useQuery } from '@tanstack/react-query'
import { trpcClient } from '#client/lib/api/client.ts'
import { queryClient } from '#client/lib/api/trpc.ts'
import type { SettingsKey } from '#shared/settings/groups.ts'

/** A group that is read and saved as settings. Purge Now is an action. */
export type SavedGroup = Exclude<SettingsKey, 'userPurgeNow'>

/** The API procedures of a group. */
export function getProcedures(group: SavedGroup) {
  if (group === 'service') return trpcClient.service
  return group === 'reports' ? trpcClient.reportSettings : trpcClient.controlPanel.countyConfig[group]
}

/** A group, fetched fresh from the server: it may have been changed elsewhere. */
export function useGroup(group: SavedGroup) {
  return useQuery({
    queryKey: ['settings', group],
    queryFn: () => getProcedures(group).show.query(),
    gcTime: 0,
    refetchOnReconnect: false,
  })
}

const changesKey = (group: SavedGroup) => ['settings', group, 'changes']

/** The latest changes of a group. */
export function useChanges(group: SavedGroup) {
  return useQuery({ queryKey: changesKey(group), queryFn: () => getProcedures(group).changes.query(), staleTime: 0 })
}

/** One change with all of its fields. */
export async function wholeChange(group: SavedGroup, id: number) {
  const { content } = await getProcedures(group).changes.query({ id })
  return content.changes[0]
}

export const forgetChanges = (group: SavedGroup) => queryClient.invalidateQueries({ queryKey: changesKey(group) })
