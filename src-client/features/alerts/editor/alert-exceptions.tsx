import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { ask } from '#client/lib/dialogs/prompts.ts'
import type { ExceptionView } from '#shared/contract/alert-exception.ts'

type AlertExceptionsProps = {
  exceptions: readonly ExceptionView[]
  /** Called once the reader has confirmed. */
  onRemove: (exception: ExceptionView) => void
}

/**
 * What 'This is not about me' left out of an alert, each with a way to remove it. Nothing if there are no exceptions.
 */
export function AlertExceptions({ exceptions, onRemove }: AlertExceptionsProps) {
  const { t } = useTranslation()
  const heading = useId()
  if (exceptions.length === 0) return null
  const remove = async (exception: ExceptionView, name: string) => {
    const confirmed = await ask({
      title: t('alert.exceptions.question', { name }),
      detail: t('alert.exceptions.detail'),
      yes: t('alert.exceptions.yes'),
      destructive: true,
    })
    if (confirmed) onRemove(exception)
  }
  return (
    <div className="grid gap-2">
      <h4 id={heading} className="font-semibold">
        {t('alert.exceptions.title')}
      </h4>
      <p className="text-sm text-muted-foreground">{t('alert.exceptions.help')}</p>
      <ul aria-labelledby={heading} className="grid gap-1">
        {exceptions.map((exception) => {
          const name = t(`alert.exceptions.${exception.kind}`, { written: exception.written })
          return (
            <li
              key={`${exception.kind} ${exception.value}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-muted px-3.5 py-1"
            >
              <span className="wrap-anywhere">
                {name}
                <span className="block text-sm text-muted-foreground">
                  {t('alert.exceptions.added', { at: exception.added })}
                </span>
              </span>
              <Button
                variant="dangerQuiet"
                aria-label={t('alert.removeOne', { value: name })}
                onClick={() => void remove(exception, name)}
              >
                <Trash2 aria-hidden />
                {t('alert.remove')}
              </Button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
