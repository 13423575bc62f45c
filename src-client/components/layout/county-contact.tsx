import { useTranslation } from 'react-i18next'
import { useCounty } from '#client/lib/api/start-content.ts'
import { nameInSentence } from '#shared/settings/county-name.ts'
import { TextWithPhone } from '../ui/phone-link.tsx'

/** Whom to call when a page fails: the county's name and phone, as far as they are known. */
export function CountyContact() {
  const { t } = useTranslation()
  const known = useCounty()
  if (!known?.county) return null
  const { contactPhone: phone } = known
  const county = nameInSentence(known.county, t('login.theCounty'))
  return (
    <p>
      <TextWithPhone text={t(phone ? 'errors.call' : 'errors.contact', { county, phone })} phone={phone} />
    </p>
  )
}
