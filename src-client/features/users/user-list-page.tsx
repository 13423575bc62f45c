import type { TFunction } from 'i18next'
import { Bell, CircleCheck, CirclePause, KeyRound, Pencil, Trash2, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#client/components/list/data-table.tsx'
import type { RowAction } from '#client/components/list/row-actions.tsx'
import { PanelListPage } from '#client/components/panel-list/panel-list-page.tsx'
import { usePanelFilter } from '#client/components/panel-list/use-panel-filter.ts'
import { StatusBadge, statusFromCode } from '#client/components/ui/badge.tsx'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import { text } from '#client/lib/i18n/i18n.ts'
import { alertListHref } from '#client/lib/navigation.ts'
import { useCurrentUser } from '#client/lib/session/current-user.ts'
import { userStatuses } from '#shared/contract/roles.ts'
import type { ManagedUser } from '#shared/contract/user-manager.ts'
import { useUserActions, userListPath } from './use-user-actions.ts'

const userList = {
  texts: 'users',
  hasLookups: true,
  statuses: userStatuses,
  statusLabel: (status: 'ALL' | keyof typeof userStatuses) => text(`users.statuses.${status}`),
} as const

/** Aligns the five actions in columns: on two lines, or on one if there is room. */
const alignedActions = [
  '@min-[46rem]:[&>div]:grid @min-[46rem]:[&>div]:grid-cols-[7.5rem_7rem_7rem]',
  '@min-[61rem]:[&>div]:grid-cols-[4.5rem_7.75rem_7.25rem_7.75rem_5.75rem]',
  '@min-[46rem]:[&>div>*]:justify-start @min-[46rem]:[&>div>*]:px-2 @min-[46rem]:[&>div>*]:whitespace-nowrap',
].join(' ')

function getColumns(t: TFunction): Column<ManagedUser>[] {
  const head = (name: 'username' | 'name' | 'type') => t(`users.columns.${name}`)
  return [
    {
      key: 'username',
      head: head('username'),
      cell: ({ username, status }) => (
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <b className="min-w-0 wrap-anywhere @min-[36rem]:min-w-28 @min-[61rem]:min-w-32">{username}</b>
          {status !== 'A' && <StatusBadge status={statusFromCode(status)} />}
        </span>
      ),
    },
    {
      key: 'name',
      head: head('name'),
      cell: ({ firstName, lastName }) => `${firstName} ${lastName}`,
      cardLabel: true,
      // A name wraps inside a word only as a last resort.
      className: 'wrap-break-word',
    },
    { key: 'type', head: head('type'), cell: ({ role }) => role, cardLabel: true },
  ]
}

/** The buttons of a row. The reader's own row lacks those for what users may not do to their own account. */
function useRowActions(querySuffix: string): (user: ManagedUser) => RowAction[] {
  const { t } = useTranslation()
  const actions = useUserActions()
  const ownId = useCurrentUser().data?.content.userId
  return (user) => {
    const active = user.status === 'A'
    const always: RowAction[] = [
      { key: 'edit', label: t('users.edit'), icon: Pencil, action: `${userListPath}/${user.id}${querySuffix}` },
      {
        key: 'alerts',
        label: t('users.alerts', { count: user.alertCount }),
        icon: Bell,
        action: alertListHref('user', user.id),
      },
      {
        key: 'password',
        label: t('users.password'),
        icon: KeyRound,
        action: `/controlPanel/userPassword/${user.id}${querySuffix}`,
      },
    ]
    if (user.id === ownId) return always
    return [
      ...always,
      {
        key: 'toggle',
        label: t(active ? 'users.deactivate' : 'users.activate'),
        icon: active ? CirclePause : CircleCheck,
        action: () => void actions.toggle(user),
      },
      {
        key: 'delete',
        label: t('users.delete'),
        icon: Trash2,
        action: () => void actions.remove(user),
        destructive: true,
      },
    ]
  }
}

/** User Manager: the users that the administrator may see. */
export function UserListPage() {
  const { t } = useTranslation()
  const filter = usePanelFilter(userList)
  const criteria = {
    filterText: filter.find,
    statusType: filter.status,
    accountId: filter.user,
    emailAddressId: filter.email,
    phoneNumberId: filter.phone,
  }
  const query = trpc.userManager.userPage.useQuery({ ...criteria, page: filter.page }, listOptions)
  const content = query.data?.content
  const counted = trpc.userManager.userTotal.useQuery(criteria, { enabled: content?.total === null })
  return (
    <PanelListPage
      list={userList}
      filter={filter}
      query={query}
      rows={content?.users}
      total={content?.total}
      fullCount={counted.data?.content}
      columns={getColumns(t)}
      rowName={({ username }) => username}
      getActions={useRowActions(filter.querySuffix)}
      actionsClassName={alignedActions}
      exportPath={{ path: 'userManager/userExport', criteria }}
      create={{ path: userListPath, label: t('users.new'), icon: UserPlus }}
    />
  )
}
