import { BookUser } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { OwnRecipientsLookup } from '#client/components/lookup/own-recipients-lookup.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { messages } from '#shared/contract/messages.ts'

type OwnRecipientsButtonProps = {
  channel: Channel
  /** Where the recipient is in the form's values. */
  path: string
  /** The label of the recipient's field. */
  label: string
  /** The user whose addresses are offered; undefined while an administrator has chosen no user. */
  userId: number | undefined
}

/** Chooses a recipient from the addresses or numbers that other alerts of the owner have. */
export function OwnRecipientsButton({ channel, path, label, userId }: OwnRecipientsButtonProps) {
  const { t } = useTranslation()
  const { setValue, trigger } = useFormContext()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        onClick={() => (userId === undefined ? void showMessage('WARNING', messages.selectUserFirst) : setOpen(true))}
        aria-label={t('lookUp.openFor', { of: label })}
      >
        <BookUser aria-hidden />
        {t('lookUp.open')}
      </Button>
      {open && userId !== undefined && (
        <OwnRecipientsLookup
          channel={channel}
          userId={userId}
          onSelect={({ description }) => {
            setValue(`${path}.value`, description, { shouldDirty: true, shouldTouch: true })
            void trigger(`${path}.value`)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
