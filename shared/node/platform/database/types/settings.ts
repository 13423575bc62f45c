import type { Generated } from 'kysely'
import type { Json, Now } from './columns.ts'

type Setting = {
  key: string
  value: Json<unknown>
  version: Generated<number>
  updated_at: Now
  updated_by: number | null
}

export type SettingsTables = {
  setting: Setting
}
