import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearch } from 'wouter'
import { useBaseVersion } from '#client/components/form/use-base-version.ts'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { RecordLoading } from '#client/components/list/record-loading.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { confirmLeave } from '#client/lib/dialogs/confirm-leave.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { dropDraft } from '#client/lib/drafts.ts'
import { useCurrentUser } from '#client/lib/session/current-user.ts'
import { useNavigateWhen } from '#client/lib/use-navigate-when.ts'
import type { ManagedUserPage } from '#shared/contract/user-manager.ts'
import { SupportDesk } from '../support/public.ts'
import { RegistrationCard } from './registration-card.tsx'
import { useUserActions, userListPath } from './use-user-actions.ts'
import { userDraft, userFields, UserForm, type UserFormValues } from './user-form.tsx'

/** Saves. If someone else saved first, offers to load the page again. */
function useSave(
  user: ManagedUserPage | undefined,
  version: number | undefined,
  onSaved: () => void,
  onOutdated: () => Promise<void>,
) {
  const utils = trpc.useUtils()
  const save = trpc.userManager.saveUser.useMutation({ meta: { handled: true } })
  const store = async ({ username, password, passwordConfirm, ...values }: UserFormValues) => {
    const fresh = { username, password, passwordConfirm }
    const { message = '' } = await save.mutateAsync({ ...values, ...(user ? { id: user.id, version } : fresh) })
    dropDraft(userDraft(user?.id ?? 0))
    onSaved()
    await utils.userManager.invalidate()
    void utils.currentUser.loginStatus.invalidate()
    void showMessage('OK', message)
  }
  return (values: UserFormValues) => submit(() => store(values), { fields: userFields, onOutdated })
}

/** User: edits one or, with id 0, creates one. */
export function UserEntryPage() {
  const { t } = useTranslation()
  const id = Number(useParams<{ id: string }>().id)
  const search = useSearch()
  const list = `${userListPath}${search && `?${search}`}`
  const reader = useCurrentUser().data?.content
  const [done, setDone] = useState(false)
  const found = trpc.userManager.user.useQuery(
    { id },
    { enabled: id !== 0 && !done, staleTime: 0, refetchOnMount: 'always', gcTime: 0, meta: { handled: true } },
  )
  const user = id === 0 ? undefined : found.data?.content
  // A change of status enables or disables every field, so the form starts over.
  const { baseVersion, reloadCount, reload } = useBaseVersion(userDraft(id), reader?.userId, found, user?.status)
  const actions = useUserActions({
    onDeleted: () => {
      dropDraft(userDraft(id))
      setDone(true)
    },
  })
  const onSubmit = useSave(user, baseVersion, () => setDone(true), reload)

  useNavigateWhen(done, list)

  const username = id === 0 ? t('user.new') : (user?.username ?? '…')
  const title = found.isError && !user ? t('user.unknown') : t('user.title', { username })
  return (
    <>
      <PageTitle title={title} className="wrap-anywhere" />
      {user?.status === 'P' && <RegistrationCard key={user.email} user={user} />}
      {reader && (id === 0 || user) ? (
        <UserForm
          key={`${id} ${user?.status} ${reloadCount}`}
          user={user}
          version={baseVersion}
          reader={reader}
          list={list}
          done={done}
          onSubmit={onSubmit}
          onLoad={() => void reload()}
          onToggle={async (changed) => {
            if (!user || !(await confirmLeave(changed))) return
            dropDraft(userDraft(id))
            await actions.toggle(user)
          }}
          onDelete={() => user && void actions.remove(user)}
        />
      ) : (
        <Card>
          <RecordLoading query={found} loading={t('user.loading')} lines={12} list={list} />
        </Card>
      )}
      {user && <SupportDesk user={user} />}
    </>
  )
}
