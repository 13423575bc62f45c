import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecordProperties } from '#shared/contract/record-property.ts'
import { listPropertyRows } from '#shared/domain/notice/property-rows.ts'
import type { ShortList, NamedParty } from '#shared/domain/notice/record-summary.ts'
import { UnbrokenIds } from '../ui/unbroken-ids.tsx'

/** The details of a record, in two columns where there is room. On paper they have a fixed width. */
export function DetailList({ children }: { children: ReactNode }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-1 print:grid-cols-[10rem_minmax(0,1fr)] print:gap-y-1">
      {children}
    </dl>
  )
}

/** One label with each of its values on its own line, inside a `DetailList`. */
export function DetailRow({ name, values }: { name: string; values: readonly string[] }) {
  return (
    <div className="grid sm:col-span-2 sm:grid-cols-subgrid print:col-span-2 print:grid-cols-subgrid">
      <dt className="wrap-break-word text-muted-foreground">{name}</dt>
      {values.map((value, index) => (
        // A record may list the same name twice.
        <dd
          key={`${index} ${value}`}
          className="font-semibold wrap-anywhere sm:col-start-2 print:col-start-2 [dd+&]:mt-1"
        >
          <UnbrokenIds>{value}</UnbrokenIds>
        </dd>
      ))}
    </div>
  )
}

type Row = { label: string; values: string[] }

/** Groups neighbors with the same label and keeps the record's order: 'From', and below it the three sellers. */
function groupByLabel(rows: readonly { label: string; value: string }[]): Row[] {
  const groups: Row[] = []
  for (const { label, value } of rows) {
    const last = groups.at(-1)
    if (last?.label === label) last.values.push(value)
    else groups.push({ label, values: [value] })
  }
  return groups
}

type NamedRecord = RecordProperties & { parties: ShortList<NamedParty>; parcels: ShortList<string> }

/** The parties and properties of a record, in the same rows as in the email of a notice. */
export function PartiesAndProperties({ record }: { record: NamedRecord }) {
  const { t } = useTranslation()
  const { parties, parcels } = record
  const labels = {
    property: t('record.property'),
    parcel: t('notice.parcel'),
    legal: t('record.legal'),
    more: t('notice.more'),
  }
  const countMore = (count: number) => ({ label: labels.more, value: t('list.more', { count }) })
  const rows = groupByLabel([
    ...parties.first.map(({ role, ownRole, name }) => ({
      label: role ? t(`notice.roles.${role}`) : ownRole,
      value: name,
    })),
    ...(parties.more > 0 ? [countMore(parties.more)] : []),
    ...listPropertyRows(record, parcels).map((row) =>
      row.label === 'more' ? countMore(row.count) : { label: labels[row.label], value: row.value },
    ),
  ])
  return rows.map(({ label, values }, index) => <DetailRow key={`${index} ${label}`} name={label} values={values} />)
}
