import { useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TextField } from '#client/components/form/text-field.tsx'
import { Button } from '#client/components/ui/button.tsx'
import type { GradeCounts } from '#shared/contract/alert-view.ts'
import { limits } from '#shared/contract/alert.ts'
import { describeAdded } from './describe-counts.ts'

type FormerLastNameFieldProps = {
  /** The path prefix of the alert's values in the form; '' in the form of a single alert. */
  path?: string
  /** How many records it adds; undefined until they are counted. */
  added: GradeCounts | undefined
}

/** The former last name of a person, on demand. Removing it clears it. */
export function FormerLastNameField({ path = '', added }: FormerLastNameFieldProps) {
  const { t } = useTranslation()
  const { setValue } = useFormContext()
  const name = `${path}formerLastName`
  const value: unknown = useWatch({ name })
  const [isOpen, setOpen] = useState(false)
  // A name that was saved or kept opens it, and it stays open while the reader clears it to type another.
  if (value && !isOpen) setOpen(true)
  // The button that the reader pressed goes; the focus continues where the other one comes.
  const isAsked = useRef(false)
  const focusOnce = (element: HTMLElement | null) => {
    if (isAsked.current) element?.focus()
    if (element) isAsked.current = false
  }
  const turn = (open: boolean) => {
    isAsked.current = true
    if (!open) setValue(name, '', { shouldDirty: true })
    setOpen(open)
  }
  if (!isOpen)
    return (
      <Button
        ref={focusOnce}
        variant="quiet"
        size="small"
        className="-ms-3 justify-self-start"
        onClick={() => turn(true)}
      >
        {t('alert.former.add')}
      </Button>
    )
  return (
    <div ref={(element) => focusOnce(element?.querySelector('input') ?? null)}>
      <TextField
        autoComplete="off"
        spellCheck={false}
        name={name}
        label={t('alert.formerLastName')}
        help={t('alert.former.help')}
        note={added && describeAdded(added, t)}
        maxLength={limits.formerLastName}
        optional
        after={
          <Button variant="quiet" size="small" aria-label={t('alert.former.removeLabel')} onClick={() => turn(false)}>
            {t('alert.remove')}
          </Button>
        }
      />
    </div>
  )
}
