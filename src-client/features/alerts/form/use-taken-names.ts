import { trpc } from '#client/lib/api/trpc.ts'

type Options = {
  /** Staff name the alerts of a user. */
  byStaff?: boolean | undefined
  userId?: number | undefined
}

const none: readonly string[] = []

/** The names of the owner's alerts; none while they load, while staff have chosen no user, or if they cannot be loaded. */
export function useTakenNames({ byStaff = false, userId }: Options, enabled: boolean): readonly string[] {
  const silent = { meta: { handled: true }, retry: false } as const
  const own = trpc.userView.alertNames.useQuery(undefined, { ...silent, enabled: enabled && !byStaff })
  const users = trpc.controlPanel.alertNames.useQuery(
    { userId: userId ?? 0 },
    { ...silent, enabled: enabled && byStaff && userId !== undefined },
  )
  return (byStaff ? users : own).data?.content ?? none
}
