import { Phone, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { PhoneLink } from '#client/components/ui/phone-link.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { nameInSentence } from '#shared/settings/county-name.ts'

type StepKey = 'call' | 'copy' | 'police' | 'lawyer' | 'keep'
type Step = { key: StepKey; action?: ReactNode }

type ReportStepsProps = {
  /** The document's number. */
  id: string
  county: string
  /** The county's phone, or ''. */
  phone: string
  /** We sent the reader no message about the record. */
  withoutMessage?: boolean
}

/** These steps speak of our message, so each has other words for a reader who got none. */
const withoutMessageKeys = { call: 'callWithoutMessage', keep: 'keepWithoutMessage' } as const

const getTextKey = (key: StepKey, withoutMessage: boolean) =>
  withoutMessage && (key === 'call' || key === 'keep') ? withoutMessageKeys[key] : key

/** What to do about a suspicious record, starting with the county's phone. */
export function ReportSteps({ id, county, phone, withoutMessage = false }: ReportStepsProps) {
  const { t } = useTranslation()
  const values = { county: nameInSentence(county, t('login.theCounty')), id }
  const call = phone && (
    <Button asChild>
      <PhoneLink phone={phone} className="justify-self-start max-sm:w-full">
        <Phone aria-hidden />
        {phone}
      </PhoneLink>
    </Button>
  )
  const print = (
    <Button variant="secondary" className="justify-self-start max-sm:w-full" onClick={() => globalThis.print()}>
      <Printer aria-hidden />
      {t('notice.printSteps')}
    </Button>
  )
  const steps: Step[] = [
    { key: 'call', action: call },
    { key: 'copy' },
    { key: 'police' },
    { key: 'lawyer' },
    { key: 'keep', action: print },
  ]
  return (
    <ol className="grid gap-4">
      {steps.map(({ key, action }, index) => (
        <li key={key} className="grid grid-cols-[2.25rem_minmax(0,1fr)] items-start gap-x-3">
          <span
            className="grid size-9 place-items-center rounded-full bg-accent font-bold text-accent-foreground"
            aria-hidden
          >
            {index + 1}
          </span>
          <div className="grid gap-1 pt-1">
            <b>{t(`notice.doNow.${key}.title`, values)}</b>
            <p>
              <UnbrokenIds>{t(`notice.doNow.${getTextKey(key, withoutMessage)}.text`, values)}</UnbrokenIds>
              {/* Paper has no button. */}
              {key === 'call' && <span className="hidden print:inline"> {phone}</span>}
            </p>
            {action && <div className="grid pt-1 print:hidden">{action}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
