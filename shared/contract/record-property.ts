/** Street addresses as a feed sent them, by the parcel as it was sent. Read with `Object.hasOwn`: any text may be a key. */
export type SitusAddresses = Record<string, string>

/**
 * A property that a record names. The address is the record's own, else the roll's; so is the legal description, but a
 * record's own counts only if it names one parcel. '' if neither has it.
 */
export type RecordProperty = { parcelId: string; address: string; legalDescription: string }

/** The first properties of a record, and how many more it names: a record may have a thousand parcels. */
export type RecordProperties = { properties: RecordProperty[]; moreProperties: number }
