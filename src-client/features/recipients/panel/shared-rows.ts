import type { AddressGroup } from '#server/features/recipients/list-recipients.ts'

/** The position of a record among those of its address or number. */
type Place = {
  /** How many owners share it. */
  owners: number
  isFirst: boolean
  /** The number of owners that are not shown, on the last one that is. */
  more: number
}
export type SharedRow<View> = AddressGroup<View>['records'][number] & Place

/** A row for each owner's record: those of one address or number follow each other. */
export const toSharedRows = <View>(groups: readonly AddressGroup<View>[] | undefined): SharedRow<View>[] | undefined =>
  groups?.flatMap(({ owners, records }) =>
    records.map((record, index) => ({
      ...record,
      owners,
      isFirst: index === 0,
      more: index === records.length - 1 ? owners - records.length : 0,
    })),
  )

/** Leaves out the line between the records of one address. Cards stay apart. */
export const sharedRowClass = ({ isFirst }: Pick<Place, 'isFirst'>): string | undefined =>
  isFirst ? undefined : '@min-[35rem]:[&>td:first-child]:ps-5'
