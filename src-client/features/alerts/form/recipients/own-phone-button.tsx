import { MessageSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { formatTypedPhone } from '#client/lib/format/phone.ts'
import { parsePhone } from '#shared/domain/phone.ts'
import { toTargetKey } from '#shared/domain/recipient/correction.ts'

type OwnPhoneButtonProps = {
  otherCountries: boolean
  /** The numbers that the form has. */
  entered: readonly (string | null | undefined)[]
  onAdd: (phone: string) => void
}

/** Offers a resident the phone of their account for the texts of a new alert, which then takes its own consent. */
export function OwnPhoneButton({ otherCountries, entered, onAdd }: OwnPhoneButtonProps) {
  const { t } = useTranslation()
  const profile = trpc.currentUser.profile.useQuery(undefined, { meta: { handled: true } })
  const phone = profile.data?.content.phone ?? ''
  const isThere = entered.some(
    (value) => toTargetKey('PHONE', formatTypedPhone(value ?? '')) === toTargetKey('PHONE', phone),
  )
  if (isThere || 'problem' in parsePhone(phone, otherCountries)) return null
  return (
    <Button variant="quiet" size="small" className="-ms-3 justify-self-start" onClick={() => onAdd(phone)}>
      <MessageSquare aria-hidden />
      {t('alert.textMe', { phone })}
    </Button>
  )
}
