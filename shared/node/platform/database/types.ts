import type { AccountTables } from './types/accounts.ts'
import type { AlertTables } from './types/alerts.ts'
import type { AuditTables } from './types/audit.ts'
import type { DeliveryTables } from './types/delivery.ts'
import type { FeedTables } from './types/feeds.ts'
import type { MatchingTables } from './types/matching.ts'
import type { NoticeTables } from './types/notices.ts'
import type { OperationsTables } from './types/operations.ts'
import type { RecipientTables } from './types/recipients.ts'
import type { RollTables } from './types/roll.ts'
import type { SettingsTables } from './types/settings.ts'

/** The tables of migrations/, as Kysely reads and writes them. */
export type Database = SettingsTables &
  AccountTables &
  RecipientTables &
  AlertTables &
  FeedTables &
  RollTables &
  MatchingTables &
  NoticeTables &
  DeliveryTables &
  OperationsTables &
  AuditTables
