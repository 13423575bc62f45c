import { useTranslation } from 'react-i18next'
import { Card } from '#client/components/ui/card.tsx'
import type { CurrentFigures } from './use-monitoring.ts'

/** Every metric under its name at /metrics. */
export function AllMetrics({ metrics }: Pick<CurrentFigures, 'metrics'>) {
  const { t } = useTranslation()
  const cell = 'border-b border-border py-1.5 pe-4 text-start align-top'
  return (
    <Card>
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-bold">{t('monitoring.all.title')}</summary>
        <p className="text-sm text-muted-foreground">{t('monitoring.all.help')}</p>
        <section
          className="max-h-120 overflow-auto"
          aria-label={t('monitoring.all.table')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
          tabIndex={0}
        >
          <table className="w-full border-collapse text-sm">
            <thead>
              <tr>
                <th scope="col" className={cell}>
                  {t('monitoring.all.name')}
                </th>
                <th scope="col" className={cell}>
                  {t('monitoring.all.value')}
                </th>
                <th scope="col" className={cell}>
                  {t('monitoring.all.meaning')}
                </th>
              </tr>
            </thead>
            <tbody>
              {metrics.map(({ name, labels, help, value }) => (
                <tr key={`${name} ${labels}`}>
                  <th scope="row" className={`${cell} font-mono font-normal wrap-anywhere`}>
                    {`land_alerts_${name}${labels && `{${labels}}`}`}
                  </th>
                  <td className={`${cell} tabular-nums`}>{value ?? t('monitoring.none')}</td>
                  <td className={cell}>{help}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </Card>
  )
}
