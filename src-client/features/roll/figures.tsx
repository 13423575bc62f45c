import { formatCount } from '#client/lib/format/count.ts'

/** Counts with their labels, one a line. */
export function Figures({ figures }: { figures: readonly (readonly [label: string, count: number])[] }) {
  return (
    <dl className="grid max-w-[36rem] grid-cols-[minmax(0,1fr)_auto] [&>*]:border-b [&>*]:border-border [&>*]:py-1.5">
      {figures.map(([label, count]) => [
        <dt key={label}>{label}</dt>,
        <dd key={`${label} count`} className="ps-6 text-end font-semibold tabular-nums">
          {formatCount(count)}
        </dd>,
      ])}
    </dl>
  )
}
