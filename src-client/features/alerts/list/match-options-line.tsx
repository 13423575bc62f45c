import { useTranslation } from 'react-i18next'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { useOfferedOptions } from '../form/use-offered-options.ts'

type MatchOptionsLineProps = { alert: Pick<AlertView, 'alertType' | 'formerLastName' | 'variants'> }

/**
 * What an alert watches in addition to its criteria: the former last name and the options that are on; empty without
 * any.
 */
export function MatchOptionsLine({ alert }: MatchOptionsLineProps) {
  const { t } = useTranslation()
  const options = useOfferedOptions(alert.alertType).filter((variant) => alert.variants[variant])
  const lines = [
    ...(alert.formerLastName ? [t('alertList.earlier', { name: alert.formerLastName })] : []),
    ...(options.length > 0
      ? [t('alertList.options', { options: options.map((option) => t(`alert.variants.${option}`)).join(', ') })]
      : []),
  ]
  return lines.map((line) => (
    <p key={line} className="text-sm wrap-anywhere text-muted-foreground">
      {line}
    </p>
  ))
}
