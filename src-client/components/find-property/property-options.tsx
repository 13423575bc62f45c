/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events -- the list of an ARIA 1.2 combobox: its keys are those of the box, and <datalist> shows no second line */
import { useTranslation } from 'react-i18next'
import { cn } from '#client/lib/cn.ts'
import type { AddressGroup } from './group-by-address.ts'
import { PlaceAndParcel, TypedAddress } from './property-text.tsx'
import type { useListbox } from './use-listbox.ts'

type OptionProps = { id: string; group: AddressGroup; typed: string; isActive: boolean; onChoose: () => void }

function Option({ id, group, typed, isActive, onChoose }: OptionProps) {
  return (
    <li
      id={id}
      role="option"
      aria-selected={isActive}
      // A press must not take the focus from the box, which would close the list before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cn(
        'grid min-h-control cursor-pointer content-center rounded-sm border-s-4 border-transparent px-3 py-1.5 leading-[1.35]',
        'hover:bg-accent hover:text-accent-foreground',
        isActive && 'border-primary bg-accent text-accent-foreground',
      )}
    >
      <span className="wrap-anywhere">
        <TypedAddress address={group.first.address} typed={typed} />
        <span className="sr-only">, </span>
      </span>
      <span className={cn('text-sm', !isActive && 'text-muted-foreground')}>
        <PlaceAndParcel group={group} />
      </span>
    </li>
  )
}

type OptionsProps = { list: ReturnType<typeof useListbox>; groups: readonly AddressGroup[]; typed: string }

/** What the box found: an address each, with its place and its parcel number below. */
export function PropertyOptions({ list, groups, typed }: OptionsProps) {
  const { t } = useTranslation()
  return (
    <ul
      id={list.listId}
      role="listbox"
      aria-label={t('findProperty.list')}
      hidden={!list.isOpen}
      className="mt-1.5 rounded-md border border-input bg-popover p-1.5 shadow-popover"
    >
      {list.isOpen &&
        groups.map((group, index) => (
          <Option
            key={group.key}
            id={list.optionId(index)}
            group={group}
            typed={typed}
            isActive={index === list.active}
            onChoose={() => list.choose(group.key)}
          />
        ))}
    </ul>
  )
}
