import { useController, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { UserDetails } from '#shared/contract/account.ts'
import { states } from '#shared/contract/code-lists.ts'
import type { Needed } from '#shared/rules/user.ts'
import { SelectField } from '#client/components/form/select-field.tsx'
import { PhoneField, TextField, ZipField } from '#client/components/form/text-field.tsx'
import { RadioCards } from '#client/components/ui/radio-cards.tsx'
import { FieldPair } from './form-section.tsx'

/** The fields of a person, as registration and the profile share them; named as on the wire. */

export function NameFields() {
  const { t } = useTranslation()
  return (
    <FieldPair>
      <TextField name="firstName" label={t('account.firstName')} autoComplete="given-name" />
      <TextField name="lastName" label={t('account.lastName')} autoComplete="family-name" />
    </FieldPair>
  )
}

type EmailFieldProps = { label: string; help?: string }

export function EmailField({ label, help }: EmailFieldProps) {
  return (
    <TextField
      name="email"
      label={label}
      help={help}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

export function UsernameField({ help }: { help?: string }) {
  const { t } = useTranslation()
  return (
    <TextField
      name="username"
      label={t('account.username')}
      help={help}
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  )
}

export function CompanyField() {
  const { t } = useTranslation()
  return <TextField name="company" label={t('account.company')} optional autoComplete="organization" />
}

/** Staff may leave their address empty; residents give it. */
export function AddressFields({ needed }: { needed: Needed }) {
  const { t } = useTranslation()
  const optional = needed !== 'everything'
  const options = states.map(({ code, description }) => ({
    value: code,
    label: code === '' ? t('account.noState') : description,
  }))
  return (
    <>
      <TextField name="address" label={t('account.address')} optional={optional} autoComplete="street-address" />
      <TextField name="city" label={t('account.city')} optional={optional} autoComplete="address-level2" />
      <FieldPair>
        <SelectField
          name="state"
          label={t('account.state')}
          optional={optional}
          options={options}
          autoComplete="address-level1"
        />
        <ZipField name="zip" label={t('account.zip')} optional={optional} />
      </FieldPair>
    </>
  )
}

/** How the number is written, and the number. What was typed stays when the format changes. */
export function PhoneFields({ needed }: { needed: Needed }) {
  const { t } = useTranslation()
  const { field } = useController<UserDetails, 'phoneFormatType'>({ name: 'phoneFormatType' })
  const { clearErrors } = useFormContext<UserDetails>()
  const international = field.value === 'INTERNATIONAL'
  const card = (value: UserDetails['phoneFormatType']) => ({
    value,
    title: t(`account.formats.${value}`),
    help: t(`account.formatHelp.${value}`),
  })
  return (
    <>
      <div className="grid gap-1.5">
        <p className="leading-[1.4] font-semibold" aria-hidden>
          {t('account.phoneFormat')}
        </p>
        <RadioCards
          legend={t('account.phoneFormat')}
          name="phoneFormatType"
          value={field.value}
          onChange={(format) => {
            field.onChange(format)
            clearErrors('phone')
          }}
          cards={[card('STANDARD'), card('INTERNATIONAL')]}
        />
      </div>
      <PhoneField
        // Another format is another field: it tidies and checks by its own rule.
        key={field.value}
        name="phone"
        label={t('account.phone')}
        optional={needed !== 'everything'}
        international={international}
        help={`${international ? t('account.phoneHelpAbroad') : t('form.phoneHelp')} ${t('account.noTexts')}`}
      />
    </>
  )
}
