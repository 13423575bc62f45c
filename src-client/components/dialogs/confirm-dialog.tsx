import { AlertDialog } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import type { Question } from '#client/lib/dialogs/prompts.ts'
import { LocalizedSpan } from '#client/lib/i18n/translated.tsx'
import { AlertBox } from '../ui/alert-box.tsx'

/** A question: the title is the prompt, No has the focus, and only deletion is crimson. Escape means No. */
export function ConfirmDialog({ question, onAnswer }: { question: Question; onAnswer: (yes: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <AlertBox
      title={<LocalizedSpan text={question.title} />}
      onDismiss={() => onAnswer(false)}
      footer={
        <>
          <AlertDialog.Cancel asChild>
            <Button variant="secondary">
              <LocalizedSpan text={question.no ?? t('dialog.no')} />
            </Button>
          </AlertDialog.Cancel>
          <Button variant={question.destructive ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
            <LocalizedSpan text={question.yes ?? t('dialog.yes')} />
          </Button>
        </>
      }
    >
      {question.detail && <p>{question.detail}</p>}
    </AlertBox>
  )
}
