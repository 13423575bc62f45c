import type { ColumnType, GeneratedAlways } from 'kysely'

/** Columns as Kysely reads and writes them. */

export type Id = GeneratedAlways<number>
export type Time = Date
export type Now = ColumnType<Date, Date | string | undefined, Date | string>
/** A json column: read as a value, written as its JSON text. */
export type Json<T> = ColumnType<T, string, string>
export type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>
/** A date column: 'YYYY-MM-DD', a day of the county. */
export type Day = string
