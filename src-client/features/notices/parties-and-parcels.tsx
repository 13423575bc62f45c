import { useTranslation } from 'react-i18next'
import type { ShortList, NamedParty } from '#shared/domain/notice/record-parts.ts'
import { WholeIds } from '#client/components/ui/unbroken-ids.tsx'

/** One label, and each of its values on a line of its own; stands in a `<dl>` of two columns. */
export function Fact({ name, values }: { name: string; values: readonly string[] }) {
  return (
    <div className="grid sm:grid-cols-subgrid sm:col-span-2">
      <dt className="text-muted-foreground">{name}</dt>
      {values.map((value, index) => (
        // A record may name the same twice.
        <dd key={`${index} ${value}`} className="font-semibold wrap-anywhere sm:col-start-2">
          <WholeIds>{value}</WholeIds>
        </dd>
      ))}
    </div>
  )
}

type Row = { label: string; values: string[] }

/** The record's own order, with neighbours of one label under it: 'From', and below it the three who sold. */
function gathered(rows: readonly { label: string; value: string }[]): Row[] {
  const gathered: Row[] = []
  for (const { label, value } of rows) {
    const last = gathered.at(-1)
    if (last?.label === label) last.values.push(value)
    else gathered.push({ label, values: [value] })
  }
  return gathered
}

type WhoFactsProps = { parties: ShortList<NamedParty>; parcels: ShortList<string> }

/** Who is on a record and which parcels, as the email of a notice lists them. */
export function WhoFacts({ parties, parcels }: WhoFactsProps) {
  const { t } = useTranslation()
  const rest = (more: number) => (more > 0 ? [{ label: t('notice.more'), value: t('list.more', { count: more }) }] : [])
  const who = gathered([
    ...parties.first.map(({ role, ownRole, name }) => ({
      label: role ? t(`notice.roles.${role}`) : ownRole,
      value: name,
    })),
    ...rest(parties.more),
    ...parcels.first.map((parcel) => ({ label: t('notice.parcel'), value: parcel })),
    ...rest(parcels.more),
  ])
  return who.map(({ label, values }, index) => <Fact key={`${index} ${label}`} name={label} values={values} />)
}
