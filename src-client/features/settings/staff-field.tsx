import { useId } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldHelp } from '#client/components/form/field.tsx'
import { Checkbox } from '#client/components/ui/checkbox.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import type { Field } from '#shared/settings/field.ts'

/** Administrators to choose. One whom the reader may not see stays chosen, under a name that reveals nothing. */
export function StaffField({ name, field: { label, help } }: { name: string; field: Field }) {
  const { t } = useTranslation()
  const id = useId()
  const { field } = useController({ name })
  const staff = trpc.support.reportStaff.useQuery()
  const chosen = (Array.isArray(field.value) ? field.value : []) as number[]
  const known = staff.data?.content
  if (!known)
    return (
      <LoadingOrFailed
        query={staff}
        loading={t('settings.staff.loading')}
        failed={t('settings.staff.failed')}
        lines={3}
      />
    )
  const hidden = chosen
    .filter((item) => !known.some((person) => person.id === item))
    .map((item) => ({ id: item, name: t('settings.staff.hidden'), email: '', isHidden: true }))
  const toggle = (item: number, on: boolean) =>
    field.onChange(on ? [...chosen, item] : chosen.filter((other) => other !== item))
  return (
    <fieldset aria-describedby={help ? `${id}help` : undefined} className="grid gap-1.5">
      <legend className="font-semibold">{label}</legend>
      {help && <FieldHelp id={`${id}help`}>{help}</FieldHelp>}
      {[...known.map((person) => ({ ...person, isHidden: false })), ...hidden].map((person) => {
        const noEmail = person.email === '' && !person.isHidden
        return (
          <label key={person.id} className="flex items-start gap-3 py-2">
            <Checkbox
              name={`${name}.${person.id}`}
              checked={chosen.includes(person.id)}
              disabled={noEmail && !chosen.includes(person.id)}
              onChange={(event) => toggle(person.id, event.target.checked)}
              onBlur={field.onBlur}
            />
            <span className="min-w-0 wrap-anywhere">
              {person.name}{' '}
              <span className="text-muted-foreground">{noEmail ? t('settings.staff.noEmail') : person.email}</span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
