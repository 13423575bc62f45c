import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#client/components/ui/button.tsx'
import { formatCount } from '#client/lib/format/count.ts'
import { panelPath } from '#client/lib/navigation.ts'
import { FindingEffects, isTableEffect } from './finding-effects.tsx'
import { getCounted, getSuggestionKey, getTextKey } from './finding-texts.ts'
import type { Finding } from './finding-types.ts'

type FindingItemProps = {
  finding: Finding
  /** Sets the suggested setting, after a question. */
  onState: (finding: Finding) => void
  /** Discards it, or shows a discarded one again. */
  onDismiss: (finding: Finding, dismissed: boolean) => void
  /** The text of the button whose action runs. */
  busy: { state: string | false; dismiss: string | false }
}

/** A suggestion: what we found, where, what a setting would change, and the buttons to decide. */
export function FindingItem({ finding, onState, onDismiss, busy }: FindingItemProps) {
  const { t } = useTranslation()
  const { kind, change, count, of, mask, samples, link, effects, dismissed } = finding
  const key = getTextKey(finding)
  const suggestion = getSuggestionKey(finding)
  const counts = { shown: formatCount(count), of: formatCount(of) }
  const shownEffects = effects.filter(isTableEffect)
  const ids = effects.find(({ measure }) => measure === 'ids')
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-border py-4 first:border-t-0 first:pt-0 last:pb-0">
      <div>
        <h3 className="text-base">{t(`feeds.noticed.kinds.${key}.title`, { width: change?.nameWidth ?? '' })}</h3>
        <p className="max-w-prose">{t(`feeds.noticed.kinds.${key}.help`)}</p>
        {effects.some((effect) => effect.measure === 'zeroIds' && effect.before === effect.after) && (
          <p className="max-w-prose">{t('feeds.noticed.foundAnyway')}</p>
        )}
        {ids && (kind === 'severalParcels' || kind === 'parcelRange') && (
          <p className="max-w-prose">
            {t(`feeds.noticed.readIds.${kind}`, { before: formatCount(ids.before), after: formatCount(ids.after) })}
          </p>
        )}
        {kind === 'parcelMask' && <Link href={`${panelPath}/service`}>{t('feeds.noticed.maskLink')}</Link>}
      </div>
      <div>
        <p className="text-sm text-muted-foreground">{t(`feeds.noticed.${getCounted(kind)}`, counts)}</p>
        <ul className="mt-1 grid gap-1">
          {samples.map((sample) => (
            <li key={sample} className="font-mono text-sm whitespace-pre-wrap wrap-anywhere">
              {sample}
            </li>
          ))}
        </ul>
        {link && (
          <p className="mt-1">
            <a href={link} target="_blank" rel="noreferrer">
              {t('feeds.noticed.see', { record: samples[0] ?? '' })}
              <span className="sr-only"> {t('looksWrong.newTab')}</span>
            </a>
          </p>
        )}
      </div>
      {shownEffects.length > 0 && <FindingEffects effects={shownEffects} mask={mask} />}
      <div className="flex flex-wrap gap-3">
        {suggestion && !dismissed && (
          <Button busy={busy.state} onClick={() => onState(finding)}>
            {t(`feeds.noticed.state.${suggestion}`)}
          </Button>
        )}
        <Button variant="secondary" busy={busy.dismiss} onClick={() => onDismiss(finding, !dismissed)}>
          {t(dismissed ? 'feeds.noticed.restore' : 'feeds.noticed.dismiss')}
        </Button>
      </div>
    </li>
  )
}
