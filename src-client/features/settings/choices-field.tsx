import { useId } from 'react'
import { useController } from 'react-hook-form'
import { FieldHelp } from '#client/components/form/field.tsx'
import { Checkbox } from '#client/components/ui/checkbox.tsx'
import { defaultLanguage, languageCodes, languages } from '#shared/contract/languages.ts'
import type { Field } from '#shared/settings/field.ts'

type ChoicesFieldProps = { name: string; field: Field; disabled: boolean }

/** Several choices of a fixed list: the languages offered. The default one stays selected. */
export function ChoicesField({ name, field: { label, help }, disabled }: ChoicesFieldProps) {
  const id = useId()
  const { field } = useController({ name })
  const chosen = (Array.isArray(field.value) ? field.value : []) as string[]
  const toggle = (code: string, on: boolean) =>
    field.onChange(languageCodes.filter((item) => (item === code ? on : chosen.includes(item))))
  return (
    <fieldset disabled={disabled} aria-describedby={help ? `${id}help` : undefined} className="grid gap-1.5">
      <legend className="font-semibold">{label}</legend>
      {help && <FieldHelp id={`${id}help`}>{help}</FieldHelp>}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-x-4">
        {languageCodes.map((code) => {
          const fixed = code === defaultLanguage
          return (
            <label key={code} className="flex items-center gap-3 py-2">
              <Checkbox
                name={`${name}.${code}`}
                checked={fixed || chosen.includes(code)}
                disabled={fixed || disabled}
                onChange={(event) => toggle(code, event.target.checked)}
                onBlur={field.onBlur}
              />
              {languages[code].name}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
