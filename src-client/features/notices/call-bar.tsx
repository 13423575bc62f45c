import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Trans } from 'react-i18next'
import { PhoneLink } from '#client/components/ui/phone-link.tsx'

/** Whom to call, visible before any answer, and other links. Empty if there are neither. */
export function CallBar({ phone, children }: { phone: string; children?: ReactNode }) {
  if (!phone && !children) return null
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-b-lg border-t border-border bg-muted px-card py-1">
      {phone && (
        <p className="flex items-center gap-3">
          <Phone className="flex-none" aria-hidden />
          <span>
            <Trans
              i18nKey="notice.notSure"
              values={{ phone }}
              components={{
                phone: (
                  <PhoneLink
                    phone={phone}
                    className="inline-flex min-h-10 items-center font-semibold whitespace-normal"
                  />
                ),
              }}
            />
          </span>
        </p>
      )}
      {children}
    </div>
  )
}
