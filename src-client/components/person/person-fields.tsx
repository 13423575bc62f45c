import { useController, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldPair } from '#client/components/form/form-section.tsx'
import { SelectField } from '#client/components/form/select-field.tsx'
import { PhoneField, TextField, ZipField } from '#client/components/form/text-field.tsx'
import { RadioCards } from '#client/components/ui/radio-cards.tsx'
import { useTexts } from '#client/lib/api/start-content.ts'
import type { UserDetails } from '#shared/contract/account.ts'
import { states } from '#shared/contract/code-lists.ts'
import type { RequiredDetails } from '#shared/domain/user/user.ts'

/** The fields of a person, shared by registration, the profile and the user's page, with the names of the API. */

/** The details are someone else's, so the browser must not autofill those of the person typing. */
type Whose = { forSomeoneElse?: boolean }
const offer = (own: string, another: boolean | undefined) => (another ? 'off' : own)

export function NameFields({ forSomeoneElse }: Whose) {
  const { t } = useTranslation()
  return (
    <FieldPair>
      <TextField name="firstName" label={t('account.firstName')} autoComplete={offer('given-name', forSomeoneElse)} />
      <TextField name="lastName" label={t('account.lastName')} autoComplete={offer('family-name', forSomeoneElse)} />
    </FieldPair>
  )
}

type EmailFieldProps = Whose & { label: string; help?: string }

export function EmailField({ label, help, forSomeoneElse }: EmailFieldProps) {
  return (
    <TextField
      name="email"
      label={label}
      help={help}
      type="email"
      inputMode="email"
      autoComplete={offer('email', forSomeoneElse)}
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

export function UsernameField({ help, forSomeoneElse }: Whose & { help?: string }) {
  const { t } = useTranslation()
  return (
    <TextField
      name="username"
      label={t('account.username')}
      help={help}
      autoComplete={offer('username', forSomeoneElse)}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  )
}

export function CompanyField({ forSomeoneElse }: Whose) {
  const { t } = useTranslation()
  return (
    <TextField
      name="company"
      label={t('account.company')}
      optional
      autoComplete={offer('organization', forSomeoneElse)}
    />
  )
}

/** Staff may leave their address empty; residents may not. */
export function AddressFields({ needed, forSomeoneElse }: Whose & { needed: RequiredDetails }) {
  const { t } = useTranslation()
  const optional = needed !== 'everything'
  const options = states.map(({ code, description }) => ({
    value: code,
    label: code === '' ? t('account.noState') : description,
  }))
  return (
    <>
      <TextField
        name="address"
        label={t('account.address')}
        optional={optional}
        autoComplete={offer('street-address', forSomeoneElse)}
      />
      <TextField
        name="city"
        label={t('account.city')}
        optional={optional}
        autoComplete={offer('address-level2', forSomeoneElse)}
      />
      <FieldPair>
        <SelectField
          name="state"
          label={t('account.state')}
          optional={optional}
          options={options}
          autoComplete={offer('address-level1', forSomeoneElse)}
        />
        <ZipField
          name="zip"
          label={t('account.zip')}
          optional={optional}
          {...(forSomeoneElse ? { autoComplete: 'off' } : {})}
        />
      </FieldPair>
    </>
  )
}

/** The format of the number, and the number. What was typed stays when the format changes. */
export function PhoneFields({ needed, forSomeoneElse }: Whose & { needed: RequiredDetails }) {
  const { t } = useTranslation()
  const texts = useTexts()
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
        // Keyed by the format, which formats and validates by its own rule.
        key={field.value}
        name="phone"
        label={t('account.phone')}
        optional={needed !== 'everything'}
        international={international}
        {...(forSomeoneElse ? { autoComplete: 'off' } : {})}
        help={`${international ? t('account.phoneHelpAbroad') : t('form.phoneHelp')} ${texts ? t('account.noTexts') : ''}`.trim()}
      />
    </>
  )
}
