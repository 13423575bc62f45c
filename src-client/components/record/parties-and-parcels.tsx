import { useTranslation } from 'react-i18next'
import type { ShortList, NamedParty } from '#shared/domain/notice/record-summary.ts'
import { UnbrokenIds } from '../ui/unbroken-ids.tsx'

/** One label with each of its values on its own line, inside a `<dl>` of two columns. */
export function DetailRow({ name, values }: { name: string; values: readonly string[] }) {
  return (
    <div className="grid sm:grid-cols-subgrid sm:col-span-2">
      <dt className="text-muted-foreground">{name}</dt>
      {values.map((value, index) => (
        // A record may list the same name twice.
        <dd key={`${index} ${value}`} className="font-semibold wrap-anywhere sm:col-start-2">
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

type PartiesAndParcelsProps = { parties: ShortList<NamedParty>; parcels: ShortList<string> }

/** The parties and parcels of a record, in the same list as the email of a notice. */
export function PartiesAndParcels({ parties, parcels }: PartiesAndParcelsProps) {
  const { t } = useTranslation()
  const rest = (more: number) => (more > 0 ? [{ label: t('notice.more'), value: t('list.more', { count: more }) }] : [])
  const who = groupByLabel([
    ...parties.first.map(({ role, ownRole, name }) => ({
      label: role ? t(`notice.roles.${role}`) : ownRole,
      value: name,
    })),
    ...rest(parties.more),
    ...parcels.first.map((parcel) => ({ label: t('notice.parcel'), value: parcel })),
    ...rest(parcels.more),
  ])
  return who.map(({ label, values }, index) => <DetailRow key={`${index} ${label}`} name={label} values={values} />)
}
