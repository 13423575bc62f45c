import type { AlertView } from '#shared/contract/alert-view.ts'
import { titleCaseAddress } from '#shared/domain/property/title-case.ts'

/** The address of a parcel alert's property on a line of its own, where the county's list knows it. */
export function PropertyLine({ alert: { property } }: { alert: AlertView }) {
  return property && <span className="block wrap-anywhere">{titleCaseAddress(property)}</span>
}
