import { Phone } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { PhoneLink } from '#client/components/ui/phone-link.tsx'
import { MarkedText } from '#client/components/record/marked-text.tsx'
import type { NoticeView } from './notice-view.ts'

/** Whom to call, visible before any answer. Empty if the county gave no phone. */
function CallBar({ phone }: { phone: string }) {
  if (!phone) return null
  return (
    <p className="flex min-h-11 items-center gap-3 rounded-b-lg border-t border-border bg-muted px-card py-1">
      <Phone className="flex-none" aria-hidden />
      <span>
        <Trans
          i18nKey="notice.notSure"
          values={{ phone }}
          components={{
            phone: <PhoneLink phone={phone} className="inline-flex min-h-10 items-center font-semibold" />,
          }}
        />
      </span>
    </p>
  )
}

type QuestionCardProps = {
  notice: NoticeView
  /** The question. */
  title: string
  /** True if a press opened the question: the button is gone, so the focus moves here. */
  focused: boolean
  /** The county's phone, or ''. */
  phone: string
  children: ReactNode
}

/** The recorded document in one line and the question about it, both on the first screen of a phone. */
export function QuestionCard({ notice, title, focused, phone, children }: QuestionCardProps) {
  const { t } = useTranslation()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  const [alert] = notice.alerts
  return (
    <section
      aria-labelledby={id}
      className="rounded-lg border border-s-8 border-border border-s-brass bg-card shadow-card"
    >
      <div className="grid gap-3 p-card max-sm:py-4">
        <div>
          <p className="text-lg font-bold wrap-anywhere">{notice.documentDescription || notice.documentIdentifier}</p>
          <p className="text-muted-foreground wrap-anywhere">
            {t('notice.recordedAt', { at: notice.recordedTimestampFormatted })}
            {alert && (
              <>
                {' · '}
                <MarkedText text={alert.recordRaw} marks={alert.marks} />
              </>
            )}
          </p>
        </div>
        <h2 id={id} ref={heading} tabIndex={-1} className="border-t border-border pt-3 text-lg">
          {title}
        </h2>
        {children}
      </div>
      <CallBar phone={phone} />
    </section>
  )
}
