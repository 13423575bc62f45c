import { Search } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../form/field.tsx'
import { Input } from '../ui/input.tsx'
import type { AddressGroup } from './group-by-address.ts'
import { PropertyOptions } from './property-options.tsx'
import type { Finding } from './use-find-properties.ts'
import { useListbox } from './use-listbox.ts'

type ComboboxProps = {
  box: RefObject<HTMLInputElement | null>
  typed: string
  finding: Finding
  error: string | undefined
  onType: (text: string) => void
  onChoose: (group: AddressGroup) => void
}

/** The box that finds a property by its address, and the list of what it found, best first. */
export function PropertyCombobox({ box, typed, finding, error, onType, onChoose }: ComboboxProps) {
  const { t } = useTranslation()
  const groups = finding.kind === 'found' ? finding.groups : []
  const list = useListbox({
    keys: groups.map(({ key }) => key),
    // A similar address is not the typed one.
    takesOnly: finding.kind !== 'found' || finding.near !== true,
    onChoose: (key) => {
      const group = groups.find((item) => item.key === key)
      if (group) onChoose(group)
    },
  })
  return (
    <Field label={t('findProperty.label')} help={t('findProperty.help')} {...(error !== undefined && { error })}>
      {(control) => (
        <div className="relative">
          <Search
            className="pointer-events-none absolute start-3.5 top-[calc(var(--control)/2)] -translate-y-1/2 text-muted-foreground"
            aria-hidden
          />
          <Input
            {...control}
            ref={box}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> cannot be typed in
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={list.isOpen}
            aria-controls={list.listId}
            aria-activedescendant={list.activeId}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            className="ps-11"
            value={typed}
            onChange={(event) => {
              onType(event.target.value)
              list.open()
            }}
            onClick={list.open}
            onBlur={list.close}
            onKeyDown={list.onKeyDown}
          />
          <PropertyOptions list={list} groups={groups} typed={typed} />
        </div>
      )}
    </Field>
  )
}
