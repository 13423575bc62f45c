import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { AlertDialog } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { cn } from '#client/lib/cn.ts'
import type { MessageLevel } from '#client/lib/dialogs/prompts.ts'
import { AlertBox } from '../ui/alert-box.tsx'

const looks = {
  OK: { icon: CircleCheck, color: 'text-success' },
  WARNING: { icon: TriangleAlert, color: 'text-warning' },
  INFO: { icon: Info, color: 'text-info' },
}

/** A server's message about an action: OK, WARNING or INFO, and Close. */
export function MessageDialog({ level, text, onClose }: { level: MessageLevel; text: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { icon: Icon, color } = looks[level]
  return (
    <AlertBox
      onDismiss={onClose}
      title={
        <span className={cn('flex items-center gap-2', color)}>
          <Icon aria-hidden />
          {t(`dialog.levels.${level}`)}
        </span>
      }
      footer={
        <AlertDialog.Cancel asChild>
          <Button>{t('dialog.close')}</Button>
        </AlertDialog.Cancel>
      }
    >
      <p className="whitespace-pre-line">{text}</p>
    </AlertBox>
  )
}
