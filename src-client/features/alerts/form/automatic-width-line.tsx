import { SearchCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AutomaticWidth } from './use-automatic-width.ts'

type AutomaticWidthLineProps = {
  automatic: Pick<AutomaticWidth, 'width' | 'isStopped'>
  /** Whether the reader is named, or someone else. */
  whose: 'own' | 'other'
}

/**
 * Says which match options a new alert begins with and why; announced when it appears or changes. It stays, with other
 * words, once the reader chooses, so that the options do not move under the pointer.
 */
export function AutomaticWidthLine({ automatic: { width, isStopped }, whose }: AutomaticWidthLineProps) {
  const { t } = useTranslation()
  return (
    <output className="block leading-[1.45]">
      {width && (
        <span className="flex gap-2.5 rounded-md border border-border bg-muted px-3.5 py-2.5">
          <SearchCheck className="mt-[0.15em] shrink-0" aria-hidden />
          {isStopped ? (
            <span className="min-w-0">{t('alert.width.chosen')}</span>
          ) : (
            <span className="min-w-0">
              <b className="font-semibold">{t(`alert.width.${whose}.${width.on ? 'on' : 'off'}`)}</b>{' '}
              {width.by === 'census' && `${t('alert.width.census')} `}
              {t('alert.width.change')}
            </span>
          )}
        </span>
      )}
    </output>
  )
}
