import { useTranslation } from 'react-i18next'
import { formatCount } from '#client/lib/format/count.ts'
import type { FindingEffect } from '#shared/contract/feed-finding.ts'

type TableEffect = FindingEffect & { measure: Exclude<FindingEffect['measure'], 'ids'> }

/** Whether an effect is in the table. Zero before and after says nothing; ids have a sentence. */
export const isTableEffect = (effect: FindingEffect): effect is TableEffect =>
  effect.measure !== 'ids' && (effect.before > 0 || effect.after > 0)

type FindingEffectsProps = {
  effects: readonly TableEffect[]
  /** The parcel mask that would change it; absent for a setting of the feed. */
  mask?: string | undefined
}

/** What a suggested setting would change, counted before and after. */
export function FindingEffects({ effects, mask }: FindingEffectsProps) {
  const { t } = useTranslation()
  return (
    <div>
      <h4 className="text-sm font-semibold">
        {mask ? t('feeds.noticed.effectsOfMask', { mask }) : t('feeds.noticed.effects')}
      </h4>
      <dl className="mt-1 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        {effects.map((effect) => (
          <Effect key={effect.measure} effect={effect} />
        ))}
      </dl>
    </div>
  )
}

function Effect({ effect: { measure, before, after, gained = 0, lost = 0 } }: { effect: TableEffect }) {
  const { t } = useTranslation()
  const [from, to] = [formatCount(before), formatCount(after)]
  return (
    <>
      <dt className="text-sm text-muted-foreground">{t(`feeds.noticed.measures.${measure}`)}</dt>
      <dd className="tabular-nums max-sm:mb-2">
        <span aria-hidden>
          {from} → <b>{to}</b>
        </span>
        <span className="sr-only">{t('feeds.noticed.from', { before: from, after: to })}</span>
        {gained + lost > 0 && (
          <span className="text-sm text-muted-foreground">
            {' '}
            ({t('feeds.noticed.matchesDiffer', { gained: formatCount(gained), lost: formatCount(lost) })})
          </span>
        )}
      </dd>
    </>
  )
}
