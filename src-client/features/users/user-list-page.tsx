import type { TFunction } from 'i18next'
import { Bell, CircleCheck, CirclePause, KeyRound, Pencil, Trash2, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { ManagedUser } from '#shared/contract/user-manager.ts'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import type { Column } from '#client/components/list/data-table.tsx'
import { ExportButton } from '#client/components/list/export-button.tsx'
import { PagedTable } from '#client/components/list/paged-table.tsx'
import { type RowAction, RowActions } from '#client/components/list/row-actions.tsx'
import { StatusBadge, statusFromCode } from '#client/components/ui/badge.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { alertListHref } from '#client/lib/navigation.ts'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import { userListInput, type UserFilter, useUserFilter } from './use-user-filter.ts'
import { useUserActions, userListPath } from './use-user-actions.ts'
import { UserFilterCard } from './user-filter-card.tsx'

function useUsers(filter: UserFilter) {
  const criteria = userListInput(filter)
  const list = trpc.userManager.userPage.useQuery({ ...criteria, page: filter.page }, listOptions)
  const content = list.data?.content
  const counted = trpc.userManager.userTotal.useQuery(criteria, { enabled: content?.total === null })
  return { list, rows: content?.users, total: content?.total ?? (content && (counted.data?.content ?? null)) }
}

/** Aligns the five actions in columns: on two lines, or on one if there is room. */
const alignedActions = [
  '@min-[46rem]:[&>div]:grid @min-[46rem]:[&>div]:grid-cols-[7.5rem_7rem_7rem]',
  '@min-[61rem]:[&>div]:grid-cols-[4.5rem_7.75rem_7.25rem_7.75rem_5.75rem]',
  '@min-[46rem]:[&>div>*]:justify-start @min-[46rem]:[&>div>*]:px-2 @min-[46rem]:[&>div>*]:whitespace-nowrap',
].join(' ')

function getColumns(t: TFunction, getActions: (user: ManagedUser) => RowAction[]): Column<ManagedUser>[] {
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
    {
      key: 'actions',
      head: t('list.actions'),
      headHidden: true,
      cell: (user) => <RowActions itemName={user.username} actions={getActions(user)} />,
      className: alignedActions,
    },
  ]
}

/** The buttons of a row. */
function useRowActions(filter: UserFilter): (user: ManagedUser) => RowAction[] {
  const { t } = useTranslation()
  const actions = useUserActions()
  return (user) => {
    const active = user.status === 'A'
    return [
      { key: 'edit', label: t('users.edit'), icon: Pencil, action: `${userListPath}/${user.id}${filter.querySuffix}` },
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
        action: `/controlPanel/userPassword/${user.id}${filter.querySuffix}`,
      },
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
  const filter = useUserFilter()
  const { list, rows, total } = useUsers(filter)
  const getActions = useRowActions(filter)

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle title={t('users.title')} />
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:[&>*]:flex-1">
          <ExportButton path="userManager/userExport" criteria={userListInput(filter)} total={total} />
          <Button asChild>
            <Link href={`${userListPath}/0${filter.querySuffix}`}>
              <UserPlus aria-hidden />
              {t('users.new')}
            </Link>
          </Button>
        </div>
      </div>
      <UserFilterCard filter={filter} />
      <PagedTable
        loading={t('users.loading')}
        failed={t('users.failed')}
        columns={getColumns(t, getActions)}
        rows={rows}
        rowKey={({ id }) => id}
        total={total}
        filtered={filter.filtered}
        query={list}
        page={filter.page}
        hrefFor={filter.hrefFor}
      />
    </>
  )
}
