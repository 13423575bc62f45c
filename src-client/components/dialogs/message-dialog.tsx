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

/** Longer titles are hard to read, so then only the first sentence is the title. */
const maxTitle = 160

/** What happened, as the dialog's title, and what else there is to say. The words stay those of the message. */
function splitMessage(message: string): { title: string; rest: string } {
  const [first = message] = message.split('\n', 1)
  const end = first.length <= maxTitle ? first.length : first.search(/[.!?](?:\s|$)/) + 1
  if (end === 0) return { title: first, rest: message.slice(first.length).trim() }
  return { title: message.slice(0, end), rest: message.slice(end).trim() }
}

/** A server's message about an action, with an icon for OK, WARNING or INFO, and Close. */
export function MessageDialog({ level, text, onClose }: { level: MessageLevel; text: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { icon: Icon, color } = looks[level]
  const { title, rest } = splitMessage(text)
  return (
    <AlertBox
      onDismiss={onClose}
      title={
        <span className="flex gap-2.5">
          <Icon aria-hidden className={cn('mt-[0.05em]', color)} />
          <span className="sr-only">{`${t(`dialog.levels.${level}`)}: `}</span>
          <span className="min-w-0 wrap-anywhere">{title}</span>
        </span>
      }
      footer={
        <AlertDialog.Cancel asChild>
          <Button>{t('dialog.close')}</Button>
        </AlertDialog.Cancel>
      }
    >
      {rest && <p className="whitespace-pre-line">{rest}</p>}
    </AlertBox>
  )
}
