import { useTranslation } from 'react-i18next'
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
import type { YouPart } from './screens.ts'

function ContactFields() {
  const { t } = useTranslation()
  return (
    <>
      <EmailField label={t('account.email')} help={t('account.emailHelp')} />
      <PhoneFields needed="everything" />
    </>
  )
}

function LoginFields() {
  const { t } = useTranslation()
  return (
    <>
      <UsernameField help={t('account.usernameHelp')} />
      <PasswordPair label={t('account.password')} />
    </>
  )
}

function NameAndCompany() {
  return (
    <>
      <NameFields />
      <CompanyField />
    </>
  )
}

const parts = {
  name: { title: 'account.person', fields: <NameAndCompany /> },
  address: { title: 'account.home', fields: <AddressFields needed="everything" /> },
  contact: { title: 'account.contact', fields: <ContactFields /> },
  login: { title: 'account.login', fields: <LoginFields /> },
} as const

/** Parts of the first step, each with its heading; `titled` if the page's title already says it. */
export function YouParts({ shown, titled }: { shown: readonly YouPart[]; titled: boolean }) {
  const { t } = useTranslation()
  return shown.map((part) =>
    titled ? (
      <div key={part} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {parts[part].fields}
      </div>
    ) : (
      <FormSection key={part} title={t(parts[part].title)}>
        {parts[part].fields}
      </FormSection>
    ),
  )
}

/** The title of a phone's screen. */
export const partTitles = {
  name: parts.name.title,
  address: parts.address.title,
  contact: parts.contact.title,
  login: parts.login.title,
} as const
