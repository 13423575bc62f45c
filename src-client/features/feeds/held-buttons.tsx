import { Send, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import type { HeldDecisions, HeldNotices } from './use-held-decisions.ts'

type HeldButtonsProps = { held: HeldNotices; decisions: HeldDecisions }

/** Release and Discard. */
export function HeldButtons({ held, decisions: { decide, isBusy } }: HeldButtonsProps) {
  const { t } = useTranslation()
  const { name } = held
  return (
    <span className="flex flex-wrap gap-1 xl:flex-nowrap">
      <Button
        variant="secondary"
        size="small"
        aria-label={t('feeds.held.releaseFor', { name })}
        busy={isBusy('release', held) && t('feeds.held.releasing')}
        onClick={() => void decide('release', held)}
      >
        <Send aria-hidden />
        {t('feeds.held.release')}
      </Button>
      <Button
        variant="dangerQuiet"
        size="small"
        aria-label={t('feeds.held.discardFor', { name })}
        busy={isBusy('discard', held) && t('feeds.held.discarding')}
        onClick={() => void decide('discard', held)}
      >
        <Trash2 aria-hidden />
        {t('feeds.held.discard')}
      </Button>
    </span>
  )
}
