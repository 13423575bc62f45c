import type { Table } from '../cells.ts'
import { accounts } from './accounts.ts'
import { alerts } from './alerts.ts'
import { panel } from './panel.ts'

/** The expected answers of every procedure, by its name. */
export const table: Table = { ...accounts, ...alerts, ...panel }
