import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { Form } from '#client/components/form/form.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { confirmLeave } from '#client/lib/dialogs/confirm-leave.ts'
import { loginPath } from '#client/lib/navigation.ts'
import { FormPageFooter } from '../layout/form-page.tsx'
import { FormSection } from '#client/components/form/form-section.tsx'
import { PasswordPair } from '#client/components/person/password-pair.tsx'
import {
  AddressFields,
  CompanyField,
  EmailField,
  NameFields,
  PhoneFields,
  UsernameField,
} from '#client/components/person/person-fields.tsx'

type RegisterFormProps<I extends FieldValues, O extends FieldValues> = {
  form: UseFormReturn<I, unknown, O>
  onSubmit: (values: O) => Promise<FieldProblems | void>
}

/** The fields of a registration in the specified order, in four parts. */
export function RegisterForm<I extends FieldValues, O extends FieldValues>({
  form,
  onSubmit,
}: RegisterFormProps<I, O>) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const { isSubmitting, isDirty } = form.formState

  const cancel = async () => {
    if (await confirmLeave(isDirty)) navigate(loginPath)
  }

  return (
    <Form form={form} onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <FormSection title={t('account.login')}>
        <UsernameField help={t('account.usernameHelp')} />
        <EmailField label={t('account.email')} help={t('account.emailHelp')} />
        <PasswordPair label={t('account.password')} />
      </FormSection>
      <FormSection title={t('account.person')}>
        <NameFields />
        <CompanyField />
      </FormSection>
      <FormSection title={t('account.home')}>
        <AddressFields needed="everything" />
      </FormSection>
      <FormSection title={t('account.contact')}>
        <PhoneFields needed="everything" />
      </FormSection>
      <FormPageFooter
        submit={t('register.submit')}
        busy={isSubmitting && t('form.saving')}
        back={
          <Button variant="secondary" onClick={() => void cancel()}>
            {t('account.cancel')}
          </Button>
        }
      />
    </Form>
  )
}
