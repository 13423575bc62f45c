import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { Field } from '../form/field.tsx'
import { Button } from '../ui/button.tsx'
import { Input, NativeSelect } from '../ui/input.tsx'

/** Reports the text once typing pauses. */
export function FindField({
  initial,
  help,
  onSettled,
}: {
  initial: string
  help: string
  onSettled: (text: string) => void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(initial)
  const rested = useDebounced(typed).trim()
  useEffect(() => {
    onSettled(rested)
  }, [rested, onSettled])
  return (
    <Field label={t('filter.find')} help={help} className="grow basis-60">
      {(control) => (
        <Input
          {...control}
          type="search"
          name="find"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </Field>
  )
}

/** One active filter of a list, with a button that removes it. */
export function FilterChip({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="secondary"
      size="small"
      className="text-start"
      aria-label={t('filter.remove', { name })}
      onClick={onRemove}
    >
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <X aria-hidden />
    </Button>
  )
}

/** Clears all filters of a list. */
export function ClearFilter({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="quiet" size="small" onClick={onClear}>
      {t('filter.clear')}
    </Button>
  )
}

/** The options of StatusSelect, from statuses by code: ALL first. */
export const statusChoices = <S extends string>(names: Record<S, string>) =>
  ['ALL', ...Object.keys(names)] as ('ALL' | S)[]

/** The status filter of a list. ALL, the default, is not written to the address. */
export function StatusSelect<S extends string>({
  value,
  statuses,
  labelFor,
  onChoose,
}: {
  value: string
  statuses: readonly S[]
  labelFor: (status: S) => string
  onChoose: (status: string) => void
}) {
  const { t } = useTranslation()
  return (
    <Field label={t('filter.status')} className="max-sm:w-full">
      {(control) => (
        <NativeSelect
          {...control}
          name="status"
          value={value}
          onChange={({ target }) => onChoose(target.value === 'ALL' ? '' : target.value)}
        >
          {statuses.map((item) => (
            <option key={item} value={item}>
              {labelFor(item)}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  )
}
