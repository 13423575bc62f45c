import type { AlertView } from '#shared/contract/alert-view.ts'
import { titleCaseAddress } from '#shared/domain/property/title-case.ts'

/** Address and legal description of a parcel alert's property, each on a line, if the county's list has them. */
export function PropertyLine({ alert: { property, legalDescription } }: { alert: AlertView }) {
  return (
    <>
      {property && <span className="block wrap-anywhere">{titleCaseAddress(property)}</span>}
      {legalDescription && (
        <span className="block text-sm wrap-anywhere text-muted-foreground">{legalDescription}</span>
      )}
    </>
  )
}
