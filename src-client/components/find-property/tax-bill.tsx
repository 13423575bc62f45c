import { useTranslation } from 'react-i18next'

/** The lines of the drawn bill: their height and the widths of text and amount. */
const lines = [
  [91, 90, 44],
  [113, 120, 36],
  [135, 74, 50],
] as const

/** A drawn property tax bill that shows where its parcel number is. Its colors follow the theme. */
export function TaxBill({ example }: { example: string }) {
  const { t } = useTranslation()
  return (
    <svg
      viewBox="0 0 320 200"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot follow the theme
      role="img"
      aria-label={t('findProperty.bill', { example })}
      className="h-auto w-full max-w-96 rounded-md"
    >
      <rect x="1" y="1" width="318" height="198" rx="6" strokeWidth="1.5" className="fill-card stroke-input" />
      <g className="fill-muted-foreground">
        <rect x="18" y="18" width="96" height="10" rx="2" />
        <rect x="18" y="36" width="70" height="6" rx="2" />
        <rect x="18" y="48" width="80" height="6" rx="2" />
      </g>
      <rect x="176" y="16" width="128" height="44" rx="4" strokeWidth="3" className="fill-accent stroke-primary" />
      <path d="M18 84h284M18 106h284M18 128h284M18 150h284" strokeWidth="2" className="stroke-border" />
      <g className="fill-border">
        {lines.map(([y, text, amount]) => (
          <g key={y}>
            <rect x="18" y={y} width={text} height="7" rx="2" />
            <rect x={302 - amount} y={y} width={amount} height="7" rx="2" />
          </g>
        ))}
      </g>
      <rect x="212" y="164" width="90" height="20" rx="3" className="fill-muted" />
      <g aria-hidden className="fill-accent-foreground">
        <text x="186" y="32" fontSize="11">
          {t('findProperty.billLabel')}
        </text>
        <text x="186" y="51" fontSize="15" fontWeight="700" textLength={example.length > 14 ? 110 : undefined}>
          {example}
        </text>
      </g>
    </svg>
  )
}
