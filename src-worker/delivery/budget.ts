import type { Db } from '#shared/node/platform/database/client.ts'
import { countTextsThisMonth } from './budget.queries.ts'

const countedForMs = 5000

/** Tells whether the county's texts for this month are used up; recounts every few seconds (decisions, section 8). */
export function createTextBudget(db: Db, timeZone: string): (max: number) => Promise<boolean> {
  let counted = { at: 0, texts: 0 }
  return async (max) => {
    if (Date.now() - counted.at > countedForMs)
      counted = { at: Date.now(), texts: await countTextsThisMonth(db, timeZone) }
    return counted.texts >= max
  }
}
