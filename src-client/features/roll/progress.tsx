import { useTranslation } from 'react-i18next'
import { ProgressBar } from '#client/components/ui/progress-bar.tsx'

/** How far an upload or a reading is; `share` from 0 to 1, undefined while unknown. */
export function Progress({ label, share, detail }: { label: string; share?: number | undefined; detail?: string }) {
  const { t } = useTranslation()
  const percent = share === undefined ? undefined : Math.floor(share * 100)
  return (
    <div className="grid gap-2">
      <output className="block font-semibold">{label}</output>
      <ProgressBar label={label} {...(percent !== undefined && { value: percent, max: 100 })} />
      <p className="tabular-nums">
        {percent !== undefined && t('roll.upload.percent', { percent })}
        {percent !== undefined && detail && ' · '}
        {detail}
      </p>
    </div>
  )
}
