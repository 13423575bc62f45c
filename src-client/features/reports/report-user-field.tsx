import { BookUser } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TextField } from '#client/components/form/text-field.tsx'
import { UserLookup } from '#client/components/lookup/user-lookup.tsx'
import { Button } from '#client/components/ui/button.tsx'
import type { ReportInput } from '#shared/contract/report.ts'

/** Typed, because reports cover deleted users too, or chosen from the existing users. */
export function ReportUserField() {
  const { t } = useTranslation()
  const { setValue } = useFormContext<ReportInput>()
  const [open, setOpen] = useState(false)
  return (
    <>
      <TextField
        name="username"
        label={t('report.username')}
        help={t('report.usernameHelp')}
        optional
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        after={
          <Button variant="secondary" aria-label={t('report.lookUp')} onClick={() => setOpen(true)}>
            <BookUser aria-hidden />
            {t('lookUp.open')}
          </Button>
        }
      />
      {open && (
        <UserLookup
          onSelect={({ description }) => {
            // 'username (First Last)'; usernames have no spaces.
            setValue('username', description.split(' ')[0] ?? '', { shouldDirty: true })
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
