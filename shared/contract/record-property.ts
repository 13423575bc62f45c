/** Street addresses as a feed sent them, by the parcel ID as sent. Read with `Object.hasOwn`: any text may be a key. */
export type SitusAddresses = Record<string, string>

/**
 * A property that a record names. The address is the record's own, else the roll's; so is the legal description, but a
 * record's own counts only if it names one parcel. '' if neither has it.
 */
export type RecordProperty = {
  parcelId: string
  address: string
  /** City and zip of an address that the roll has: 'Alder Falls 55810'. */
  locality: string
  legalDescription: string
}

/** The first properties of a record, and how many more it names: a record may have a thousand parcels. */
export type RecordProperties = {
  properties: RecordProperty[]
  moreProperties: number
  /** The record's own legal description, unless it is that of a single parcel; else ''. */
  commonLegalDescription: string
}

/** The properties of a record that names none. */
export const noProperties: RecordProperties = { properties: [], moreProperties: 0, commonLegalDescription: '' }
