import { vi } from 'vitest'
import type { restoreCommand } from '#scripts/restore/restore-command.ts'
import type { TestDatabase } from '#tests/helpers/database.ts'
import { withClient } from '#tests/helpers/with-client.ts'

export type CommandResult = { status: number; said: string }

export const never = new AbortController().signal

/** Runs a command of backups, and keeps what it prints. */
export async function runCommand(
  command: typeof restoreCommand,
  args: string[],
  signal = never,
): Promise<CommandResult> {
  const said: string[] = []
  const status = await command(args, { print: (text) => void said.push(text), signal })
  return { status, said: said.join('\n') }
}

/** Lets the commands work on this database, until `vi.unstubAllEnvs`. */
export function useDatabase({ ownerUrl, appUrl }: TestDatabase): void {
  vi.stubEnv('DATABASE_URL', appUrl)
  vi.stubEnv('MIGRATE_DATABASE_URL', ownerUrl)
}

/** The rows of a query, made as the owner. */
export const queryRows = <T extends object>({ ownerUrl }: TestDatabase, sql: string): Promise<T[]> =>
  withClient(ownerUrl, async (client) => (await client.query<T>(sql)).rows)
