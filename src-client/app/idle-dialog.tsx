import { Clock } from 'lucide-react'
import { AlertDialog } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { AlertBox } from '../components/ui/alert-box.tsx'

type IdleDialogProps = { minutesLeft: number; onStay: () => void; onLeave: () => void }

/** The warning before an idle session ends. Escape means Stay: someone who presses it is present. */
export function IdleDialog({ minutesLeft, onStay, onLeave }: IdleDialogProps) {
  const { t } = useTranslation()
  return (
    <AlertBox
      onDismiss={onStay}
      title={
        <span className="flex items-center gap-2 text-warning">
          <Clock aria-hidden />
          {t('session.title')}
        </span>
      }
      footer={
        <>
          <Button variant="secondary" onClick={onLeave}>
            {t('session.leave')}
          </Button>
          <AlertDialog.Cancel asChild>
            <Button>{t('session.stay')}</Button>
          </AlertDialog.Cancel>
        </>
      }
    >
      <p aria-live="polite">{t('session.warning', { count: minutesLeft })}</p>
    </AlertBox>
  )
}
