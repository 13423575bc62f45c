import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import type { CurrentSession } from './sessions.ts'

/** @throws AppError recentPasswordRequired if the user last entered the password more than 10 minutes ago */
export function assertRecentPassword({ hasRecentPassword }: Pick<CurrentSession, 'hasRecentPassword'>): void {
  if (!hasRecentPassword) throw new AppError('recentPasswordRequired', messages.logInAgain)
}
