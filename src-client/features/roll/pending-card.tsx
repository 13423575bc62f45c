import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { formatCount } from '#client/lib/format/count.ts'
import { Progress } from './progress.tsx'
import type { PendingRoll } from './roll-types.ts'
import { useDiscardRoll } from './use-roll-actions.ts'
import type { ActiveUpload } from './use-upload.ts'

/** An upload of this page. */
export function UploadProgress({ upload, onStop }: { upload: ActiveUpload; onStop: () => void }) {
  const { t } = useTranslation()
  return (
    <Card
      title={t('roll.upload.title')}
      className="max-w-[52rem]"
      footer={
        <Button variant="secondary" onClick={onStop}>
          {t('roll.upload.stop')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <Progress label={t('roll.upload.sending', { file: upload.fileName })} share={upload.share} />
        <p>{t('roll.upload.stay')}</p>
      </div>
    </Card>
  )
}

/** A version that another page uploads, or that a worker reads. */
export function PendingCard({ roll, onChanged }: { roll: PendingRoll; onChanged: () => Promise<unknown> }) {
  const { t } = useTranslation()
  const { discard, isDiscarding } = useDiscardRoll(onChanged)
  const file = roll.fileName
  const isUpload = roll.state === 'uploading'
  const step = roll.state === 'loading' ? 'loading' : 'waiting'
  return (
    <Card
      title={t('roll.upload.title')}
      className="max-w-[52rem]"
      footer={
        <Button variant="secondary" busy={isDiscarding && t('app.loading')} onClick={() => void discard(roll)}>
          {t(isUpload ? 'roll.upload.stopElsewhere' : 'roll.coming.stop')}
        </Button>
      }
    >
      {isUpload ? (
        <div className="grid gap-3">
          <Progress
            label={t('roll.upload.elsewhere', { file, who: roll.startedBy, at: roll.started })}
            share={roll.share}
          />
          <p>{t('roll.upload.elsewhereHelp')}</p>
        </div>
      ) : (
        <div className="grid gap-3">
          <Progress
            label={t(`roll.coming.${step}`, { file })}
            share={step === 'loading' ? roll.share : undefined}
            {...(roll.lines > 0 && {
              detail: t('roll.coming.lines', { count: roll.lines, lines: formatCount(roll.lines) }),
            })}
          />
          <p>{t(`roll.coming.${step}Help`)}</p>
        </div>
      )}
    </Card>
  )
}
