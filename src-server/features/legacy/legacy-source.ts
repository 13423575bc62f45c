/** Rows of the legacy version as read: texts cut at `legacyTextLimit`, or null. We trust none of them. */
export type LegacyEmail = Record<'email_id' | 'email_address' | 'verified', string | null>
export type LegacyAlert = Record<
  'alert_id' | 'alert_type' | 'first_name' | 'last_name' | 'business_name' | 'parcel_id' | 'email_id' | 'status',
  string | null
>

/** Longer than any field that we can import, so that the mapping still sees what is too long. */
export const legacyTextLimit = 400

/** Rows of other counties, which we do not read. */
type OtherCounties = { emails: number; alerts: number }

/** A legacy database that is open for reading; each kind of database has an adapter. */
export type LegacySource = {
  otherCounties(): Promise<OtherCounties>
  /** In batches. */
  emails(): AsyncIterable<LegacyEmail[]>
  alerts(): AsyncIterable<LegacyAlert[]>
  /** Ends the connection immediately; a running read fails. */
  close(): void
}

/** A legacy database whose host is on the operator's list and resolved. */
export type LegacyDatabase = {
  /** The network address to connect to, whatever the name resolves to by then. */
  address: string
  port: number
  databaseName: string
  username: string
  password: string
  countyCode: string
}

/** Milliseconds; only tests differ from the default. */
export type LegacyTimes = { connectMs: number; statementMs: number }
export const defaultLegacyTimes: LegacyTimes = { connectMs: 10_000, statementMs: 30_000 }

export type OpenLegacy = (database: LegacyDatabase, times: LegacyTimes) => Promise<LegacySource>
