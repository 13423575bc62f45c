/** Rows of the legacy version as they were found: texts cut at `legacyTextLimit`, or null. Nothing of them is trusted. */
export type LegacyEmail = Record<'email_id' | 'email_address' | 'verified', string | null>
export type LegacyAlert = Record<
  'alert_id' | 'alert_type' | 'first_name' | 'last_name' | 'business_name' | 'parcel_id' | 'email_id' | 'status',
  string | null
>

/** Longer than any field that can be taken over, so that what is too long is still seen to be. */
export const legacyTextLimit = 400

/** What is left out without being read: rows of other counties. */
export type OtherCounties = { emails: number; alerts: number }

/** A legacy database that is open for reading. One adapter a kind of database makes it. */
export type LegacySource = {
  otherCounties(): Promise<OtherCounties>
  /** In portions. */
  emails(): AsyncIterable<LegacyEmail[]>
  alerts(): AsyncIterable<LegacyAlert[]>
  /** Ends the connection at once; a read under way fails. */
  close(): void
}

/** Where a legacy database is, once its host was found on the operator's list and resolved. */
export type LegacyDatabase = {
  /** The network address that is connected to, whatever the name says by then. */
  address: string
  port: number
  databaseName: string
  username: string
  password: string
  countyCode: string
}

/** Milliseconds; other than usual in tests alone. */
export type LegacyTimes = { connectMs: number; statementMs: number }
export const defaultLegacyTimes: LegacyTimes = { connectMs: 10_000, statementMs: 30_000 }

export type OpenLegacy = (database: LegacyDatabase, times: LegacyTimes) => Promise<LegacySource>
