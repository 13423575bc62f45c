import { CircleCheck, CircleHelp, CircleMinus, type LucideIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import type { AlertFormInput } from './alert-form-values.ts'
import { findsOf } from './finds-of.ts'
import { MatchingHelp } from './matching-help.tsx'

function Lines({ title, icon: Icon, lines }: { title: string; icon: LucideIcon; lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <ul className="grid gap-1">
        {lines.map((line) => (
          <li key={line} className="flex gap-2 leading-[1.45]">
            <Icon className="mt-[0.2em] shrink-0" aria-hidden />
            <span className="min-w-0 wrap-anywhere">{line}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** In plain words, what the alert as it is being written will find and what not, and the way to the whole rule. */
export function WhatItFinds() {
  const { t } = useTranslation()
  const heading = useId()
  const [helping, setHelping] = useState(false)
  const [alertType, firstName, lastName, businessName, parcelId, variants] = useWatch<
    AlertFormInput,
    ['alertType', 'firstName', 'lastName', 'businessName', 'parcelId', 'variants']
  >({ name: ['alertType', 'firstName', 'lastName', 'businessName', 'parcelId', 'variants'] })
  const found = findsOf({ alertType, firstName, lastName, businessName, parcelId, variants }, t)
  return (
    <div className="grid gap-2">
      {found && (
        <section aria-labelledby={heading} className="grid gap-2 rounded-md border border-border px-4 py-3">
          <h4 id={heading} className="sr-only">
            {t('matching.title')}
          </h4>
          <Lines title={t('matching.finds')} icon={CircleCheck} lines={found.finds} />
          <Lines title={t('matching.leavesOut')} icon={CircleMinus} lines={found.leavesOut} />
        </section>
      )}
      <Button variant="quiet" size="small" className="-ms-3 justify-self-start" onClick={() => setHelping(true)}>
        <CircleHelp aria-hidden />
        {t('matching.open')}
      </Button>
      {helping && <MatchingHelp onClose={() => setHelping(false)} />}
    </div>
  )
}
