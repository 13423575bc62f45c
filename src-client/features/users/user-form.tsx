import { CircleCheck, CirclePause, Save, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { z } from 'zod'
import { FormSection } from '#client/components/form/form-section.tsx'
import { Form } from '#client/components/form/form.tsx'
import { RestoredDraftBanner } from '#client/components/form/restored-draft-banner.tsx'
import { SelectField } from '#client/components/form/select-field.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { useFormDraft } from '#client/components/form/use-form-draft.ts'
import { MoveAlerts } from '#client/components/person/move-alerts.tsx'
import { PasswordPair } from '#client/components/person/password-pair.tsx'
import {
  AddressFields,
  CompanyField,
  EmailField,
  NameFields,
  PhoneFields,
  UsernameField,
} from '#client/components/person/person-fields.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { useLeaveGuard } from '#client/lib/dialogs/leave-guard.ts'
import { details, emptyDetails, secret, text } from '#shared/contract/account.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { type Role, roles } from '#shared/contract/roles.ts'
import type { ManagedUserPage as ManagedUser } from '#shared/contract/user-manager.ts'
import { pickDetails, detailsProblems, newUserProblems } from '#shared/domain/user/user.ts'
import { FormerContactsNote } from './former-contacts-note.tsx'

const schema = z.object({
  ...details,
  role: z.enum(roles),
  username: text,
  password: secret,
  passwordConfirm: secret,
  moveAlerts: z.boolean(),
  moveTexts: z.boolean(),
  emailBelongsToOther: z.boolean(),
  phoneBelongsToOther: z.boolean(),
})
export type UserFormValues = z.output<typeof schema>

export const userFields = Object.keys(schema.shape)
/** The name of a user's draft (drafts.ts). */
export const userDraft = (id: number): string => `user ${id}`

type UserFormProps = {
  /** Absent for a new one. */
  user: ManagedUser | undefined
  /** The version of the loaded record. */
  version: number | undefined
  reader: { userId: number; allowableUserTypes: readonly Role[] }
  list: string
  /** True after saving or deleting, when nothing can be lost. */
  done: boolean
  onSubmit: (values: UserFormValues) => Promise<FieldProblems | void>
  /** Drops what was typed and loads the saved user. */
  onLoad: () => void
  onToggle: (changed: boolean) => void
  onDelete: () => void
}

/** A user who is not active cannot be edited. */
const isLocked = (user: ManagedUser | undefined): boolean => user !== undefined && user.status !== 'A'

type AccountSectionProps = { user: ManagedUser | undefined; own: boolean; roles: readonly Role[] }

/** The type of user and, for a new one, username and password. Users cannot change their own type. */
function AccountSection({ user, own, roles }: AccountSectionProps) {
  const { t } = useTranslation()
  const locked = isLocked(user)
  return (
    <FormSection title={t('user.account')}>
      {locked || own ? (
        <p>
          <b>{t('user.type')}</b>: {user?.role}
          {own && !locked && <span className="block text-sm text-muted-foreground">{t('user.ownType')}</span>}
        </p>
      ) : (
        <SelectField name="role" label={t('user.type')} options={roles.map((role) => ({ value: role, label: role }))} />
      )}
      {!user && (
        <>
          <UsernameField help={t('user.usernameHelp')} forSomeoneElse />
          <PasswordPair label={t('account.password')} />
        </>
      )}
    </FormSection>
  )
}

function PersonSections({ user }: Pick<UserFormProps, 'user'>) {
  const { t } = useTranslation()
  return (
    <>
      <FormSection title={t('user.person')}>
        <NameFields forSomeoneElse />
        <EmailField label={t('user.email')} {...(user ? { help: t('user.emailHelp') } : {})} forSomeoneElse />
        {user && <MoveAlerts channel="EMAIL" current={user.email} alerts={user.alertsByEmail} byStaff />}
        {user && <FormerContactsNote channel="EMAIL" contacts={user.formerContacts} />}
        <CompanyField forSomeoneElse />
      </FormSection>
      <FormSection title={t('user.home')}>
        <AddressFields needed="name and email" forSomeoneElse />
      </FormSection>
      <FormSection title={t('user.contact')}>
        <PhoneFields needed="name and email" forSomeoneElse />
        {user && <MoveAlerts channel="PHONE" current={user.phone} alerts={user.alertsByPhone} byStaff />}
        {user && <FormerContactsNote channel="PHONE" contacts={user.formerContacts} />}
      </FormSection>
    </>
  )
}

type ButtonsProps = Pick<UserFormProps, 'user' | 'list' | 'onDelete'> & {
  own: boolean
  saving: boolean
  onToggle: () => void
}

/** Users cannot deactivate or delete their own account. */
function Buttons({ user, own, list, saving, onToggle, onDelete }: ButtonsProps) {
  const { t } = useTranslation()
  const locked = isLocked(user)
  return (
    <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full">
      {!locked && (
        <Button type="submit" busy={saving && t('form.saving')}>
          <Save aria-hidden />
          {t('user.save')}
        </Button>
      )}
      {user && !own && (
        <Button variant="secondary" onClick={onToggle}>
          {locked ? <CircleCheck aria-hidden /> : <CirclePause aria-hidden />}
          {t(locked ? 'users.activate' : 'users.deactivate')}
        </Button>
      )}
      <Button variant="quiet" asChild>
        <Link href={list}>{t('list.back')}</Link>
      </Button>
      {user && !own && (
        <Button variant="dangerQuiet" className="sm:ms-auto" onClick={onDelete}>
          <Trash2 aria-hidden />
          {t('users.delete')}
        </Button>
      )}
    </div>
  )
}

/** The details of a user, edited by staff; disabled while the user is not active. */
export function UserForm({ user, version, reader, list, done, onSubmit, onLoad, onToggle, onDelete }: UserFormProps) {
  const { t } = useTranslation()
  const { allowableUserTypes, userId } = reader
  const locked = isLocked(user)
  const own = user?.id === userId
  const form = useAppForm<z.input<typeof schema>, UserFormValues>({
    schema,
    rule: (values) =>
      user ? detailsProblems(pickDetails(values), 'name and email') : newUserProblems(values, 'name and email'),
    defaultValues: {
      ...(user ? pickDetails(user) : emptyDetails),
      role: user?.role ?? 'USER',
      username: user?.username ?? '',
      password: '',
      passwordConfirm: '',
      moveAlerts: true,
      moveTexts: false,
      emailBelongsToOther: false,
      phoneBelongsToOther: false,
    },
  })
  const draftName = userDraft(user?.id ?? 0)
  const draft = useFormDraft(form, draftName, userId, version)
  const { isDirty, isSubmitting } = form.formState
  useLeaveGuard(isDirty && !done, { draft: draftName })

  return (
    <Card>
      <Form form={form} onSubmit={onSubmit} className="grid max-w-form grid-cols-[minmax(0,1fr)] gap-6">
        {user && user.status !== 'A' && <Banner tone="warning">{t(`user.shut.${user.status}`)}</Banner>}
        {draft.hasDraft && (
          <RestoredDraftBanner
            text={t(user ? 'user.kept' : 'account.keptNoPassword')}
            onStartOver={user ? onLoad : draft.startOver}
          />
        )}
        <fieldset disabled={locked} className="contents">
          <AccountSection user={user} own={own} roles={allowableUserTypes} />
          <PersonSections user={user} />
        </fieldset>
        <Buttons
          user={user}
          own={own}
          list={list}
          saving={isSubmitting}
          onToggle={() => onToggle(isDirty)}
          onDelete={onDelete}
        />
      </Form>
    </Card>
  )
}
