import type { Db } from '#shared/node/platform/database/client.ts'
import { DeliveryError, type Transport } from '#shared/node/providers/common/transport.ts'
import { recordLookUp, countLookUpsLeft } from './look-up.queries.ts'

/** The result of a look-up before the first verification text. */
type LookUpOutcome = 'textable' | { refused: string } | { retry: DeliveryError }

/**
 * Asks the provider whether a number can take texts, at most `max` times in all. A number gets no verification text
 * before it is validated.
 */
export async function lookUpNumber(
  db: Db,
  transport: Transport | null,
  { phoneId, number, max }: { phoneId: number; number: string; max: number },
): Promise<LookUpOutcome> {
  if (!transport?.lookUp) return { refused: 'This service sends no texts.' }
  const left = await countLookUpsLeft(db, phoneId, max)
  if (left === null) return 'textable'
  if (left === 0) return { refused: 'This number cannot receive texts.' }
  try {
    const answer = await transport.lookUp(number)
    await recordLookUp(db, phoneId, answer.textable ? null : answer.problem)
    return answer.textable ? 'textable' : { refused: answer.problem }
  } catch (error) {
    return { retry: error instanceof DeliveryError ? error : new DeliveryError('retry', 'The lookup failed.') }
  }
}
