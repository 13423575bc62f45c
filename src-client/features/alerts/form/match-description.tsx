import { CircleCheck, CircleHelp, CircleMinus, type LucideIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import type { Criteria } from '#shared/contract/alert.ts'
import { withoutPossible } from '#shared/domain/alert/weekly-email.ts'
import { MatchingHelp } from '../help/matching-help.tsx'
import { describeMatch } from './describe-match.ts'
import { useOfferedOptions } from './use-offered-options.ts'

function Lines({ title, icon: Icon, lines }: { title: string; icon: LucideIcon; lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <ul className="grid gap-1">
        {lines.map((line) => (
          <li key={line} className="flex gap-2 leading-[1.45]">
            <Icon className="mt-[0.2em] shrink-0" aria-hidden />
            <span className="min-w-0 wrap-anywhere">
              <UnbrokenIds>{line}</UnbrokenIds>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

type MatchSentencesProps = { criteria: Criteria }

/** What an alert will match and what it will not, in plain words; empty without criteria. */
export function MatchSentences({ criteria }: MatchSentencesProps) {
  const { t } = useTranslation()
  const offersWeekly = useOfferedOptions(criteria.alertType).includes('possible')
  const { variants } = criteria
  const found = describeMatch({ ...criteria, variants: offersWeekly ? variants : withoutPossible(variants) }, t)
  if (!found) return null
  return (
    <>
      <Lines title={t('matching.finds')} icon={CircleCheck} lines={found.finds} />
      <Lines title={t('matching.leavesOut')} icon={CircleMinus} lines={found.leavesOut} />
    </>
  )
}

/** The same in a box with its own heading. */
function MatchBox({ criteria }: MatchSentencesProps) {
  const { t } = useTranslation()
  const heading = useId()
  if (!describeMatch(criteria, t)) return null
  return (
    <section aria-labelledby={heading} className="grid gap-2 rounded-md border border-border px-4 py-3">
      <h4 id={heading} className="sr-only">
        {t('matching.title')}
      </h4>
      <MatchSentences criteria={criteria} />
    </section>
  )
}

/** Opens the full explanation of the rule. */
export function MatchingHelpButton() {
  const { t } = useTranslation()
  const [helping, setHelping] = useState(false)
  return (
    <>
      <Button variant="quiet" size="small" className="-ms-3 justify-self-start" onClick={() => setHelping(true)}>
        <CircleHelp aria-hidden />
        {t('matching.open')}
      </Button>
      {helping && <MatchingHelp onClose={() => setHelping(false)} />}
    </>
  )
}

/** The description and the help button, for the alert being edited. */
export function AlertMatchDescription({ criteria }: MatchSentencesProps) {
  return (
    <div className="grid gap-2">
      <MatchBox criteria={criteria} />
      <MatchingHelpButton />
    </div>
  )
}
