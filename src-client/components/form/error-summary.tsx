import { CircleAlert } from 'lucide-react'
import { AlertDialog } from 'radix-ui'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../ui/alert-box.tsx'
import { Button } from '../ui/button.tsx'

/** A field to be fixed: its control's id, its label, its message. */
export type Problem = { id: string; label: string; message: string }

/** Moves the focus to a field to be fixed. False if it is gone. */
export function focusProblem(id: string): boolean {
  const field = document.getElementById(id)
  field?.scrollIntoView({ block: 'center' })
  field?.focus()
  return field !== null
}

/**
 * Lists the invalid fields after a failed submit, each as a link to the field. On closing, the focus goes to the chosen
 * field, or else to the first.
 */
export function ErrorSummary({ problems, onClose }: { problems: readonly Problem[]; onClose: () => void }) {
  const { t } = useTranslation()
  const target = useRef(problems[0]?.id)
  return (
    <AlertBox
      onDismiss={onClose}
      onClosed={() => target.current !== undefined && focusProblem(target.current)}
      title={
        <span className="flex items-center gap-2 text-danger">
          <CircleAlert aria-hidden />
          {t('problems.title', { count: problems.length })}
        </span>
      }
      footer={
        <AlertDialog.Cancel asChild>
          <Button>{t('dialog.ok')}</Button>
        </AlertDialog.Cancel>
      }
    >
      <p>{t('problems.detail')}</p>
      <ul className="grid gap-2">
        {problems.map(({ id, label, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="block border-s-4 border-danger-edge bg-danger-tint px-3.5 py-2.5 text-danger"
              onClick={(event) => {
                event.preventDefault()
                target.current = id
                onClose()
              }}
            >
              <b>{label}</b>: {message}
            </a>
          </li>
        ))}
      </ul>
    </AlertBox>
  )
}
