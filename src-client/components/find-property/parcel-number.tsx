import { ExternalLink, Phone } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { TaxBill } from './tax-bill.tsx'

/** A made-up parcel number in the form that most counties of our demo's state use. */
const example = '17-03-123-045'

type WhereProps = {
  /** Whether the parcel is the reader's own; staff act for a user. */
  isOwn?: boolean
}

/** Where the number is on the tax bill, in the county's words or ours. */
function OnTaxBill({ isOwn = true }: WhereProps) {
  const { t } = useTranslation()
  const help = useStartContent()?.parcelHelp
  return (
    <>
      <p>{help?.text || t(isOwn ? 'findProperty.onBill' : 'findProperty.onTheBill')}</p>
      <TaxBill example={example} />
    </>
  )
}

/** The county's page about the number, and the phone. */
function CountyHelp({ phone }: { phone: string }) {
  const { t } = useTranslation()
  const link = useStartContent()?.parcelHelp.link
  return (
    <>
      {link && (
        <p>
          <a href={link} target="_blank" rel="noreferrer" className="inline-flex min-h-11 items-center gap-1.5">
            {t('findProperty.countyPage')}
            <ExternalLink aria-hidden />
            <span className="sr-only">{t('findProperty.newTab')}</span>
          </a>
        </p>
      )}
      {phone && (
        <Button variant="secondary" asChild>
          <PhoneLink phone={phone} className="justify-self-start">
            <Phone aria-hidden />
            {t('findProperty.call', { phone })}
          </PhoneLink>
        </Button>
      )}
    </>
  )
}

type ParcelNumberProps = WhereProps & {
  phone: string
  /** Among other fields: the field alone; where to find the number is shown on request. */
  isFolded?: boolean
  /** The field for the number. */
  children?: ReactNode
}

/**
 * For readers without an address: where the parcel number is on the tax bill, a field for it, the county's page, and
 * the phone.
 */
export function ParcelNumber({ phone, isOwn = true, isFolded = false, children }: ParcelNumberProps) {
  const { t } = useTranslation()
  const heading = useId()
  if (isFolded)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {children}
        <Disclosure summary={t('findProperty.where')}>
          <OnTaxBill isOwn={isOwn} />
          <CountyHelp phone={phone} />
        </Disclosure>
      </div>
    )
  return (
    <section aria-labelledby={heading} className="grid gap-4">
      <div className="grid gap-2">
        <h4 id={heading} className="text-lg font-semibold">
          {t(isOwn ? 'findProperty.byNumber' : 'findProperty.useTheNumber')}
        </h4>
        <OnTaxBill isOwn={isOwn} />
      </div>
      {children}
      <CountyHelp phone={phone} />
    </section>
  )
}
