import type { Migration } from './read-migrations.ts'

/**
 * Called at each step of a migration in a rehearsal: when it starts, when it holds all of its locks, and when it
 * releases them.
 */
export type MigrationWatch = {
  started(): void
  locked(): Promise<void>
  released(migration: Migration): Promise<void>
}
