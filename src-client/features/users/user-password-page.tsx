import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearch } from 'wouter'
import { Form } from '#client/components/form/form.tsx'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { RecordLoading } from '#client/components/list/record-loading.tsx'
import { passwordFields, usePasswordForm } from '#client/components/person/password-form.ts'
import { PasswordPair } from '#client/components/person/password-pair.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { useLeaveGuard } from '#client/lib/dialogs/leave-guard.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { useNavigateWhen } from '#client/lib/use-navigate-when.ts'
import type { PasswordInputs } from '#shared/contract/account.ts'
import { ResetLinkCard, StatusBanner } from './reset-link-card.tsx'
import { userListPath } from './use-user-actions.ts'

type ResetFormProps = { user: { id: number; username: string }; list: string; done: boolean; onDone: () => void }

function ResetForm({ user, list, done, onDone }: ResetFormProps) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const form = usePasswordForm()
  const update = trpc.userManager.userPassword.useMutation({ meta: { handled: true } })
  const { isSubmitting, isDirty } = form.formState
  const release = useLeaveGuard(isDirty && !done)
  const onSubmit = (passwords: PasswordInputs) =>
    submit(
      async () => {
        const { message = '' } = await update.mutateAsync({ ...passwords, ...user })
        onDone()
        void utils.userManager.invalidate()
        void showMessage('OK', message)
      },
      {
        fields: passwordFields,
        onRefused: () => {
          release()
          location.reload()
        },
      },
    )
  return (
    <Form form={form} onSubmit={onSubmit} className="grid max-w-form grid-cols-[minmax(0,1fr)] gap-5">
      <p>{t('userPassword.lead')}</p>
      <PasswordPair label={t('account.newPassword')} />
      <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full">
        <Button type="submit" busy={isSubmitting && t('form.saving')}>
          {t('userPassword.save')}
        </Button>
        <Button variant="secondary" asChild>
          <Link href={list}>{t('list.back')}</Link>
        </Button>
      </div>
    </Form>
  )
}

/** Reset Password: staff set a user's password; then the list opens. */
export function UserPasswordPage() {
  const { t } = useTranslation()
  const id = Number(useParams<{ id: string }>().id)
  const search = useSearch()
  const list = `${userListPath}${search && `?${search}`}`
  const [done, setDone] = useState(false)
  const found = trpc.userManager.user.useQuery({ id }, { meta: { handled: true }, enabled: !done })
  const user = found.data?.content
  useNavigateWhen(done, list)
  const title =
    found.isError && !user ? t('userPassword.unknown') : t('userPassword.title', { username: user?.username ?? '…' })
  return (
    <>
      <PageTitle title={title} className="wrap-anywhere" />
      {user && !done && <StatusBanner user={user} />}
      {user && !done && <ResetLinkCard user={user} />}
      {user ? (
        <Card key="form" title={t('userPassword.set')}>
          <ResetForm user={{ id, username: user.username }} list={list} done={done} onDone={() => setDone(true)} />
        </Card>
      ) : (
        // The card after the form's, which is further down.
        <Card key="loading">
          <RecordLoading query={found} loading={t('user.loading')} lines={12} list={list} />
        </Card>
      )}
    </>
  )
}
