import type { SitusAddresses } from '#shared/contract/record-property.ts'

/** The address that a feed gave for a parcel, by the parcel as sent; '' if it gave none. */
export const getSitusAddress = (addresses: SitusAddresses | null, parcel: string): string =>
  addresses !== null && Object.hasOwn(addresses, parcel) ? (addresses[parcel] ?? '') : ''
