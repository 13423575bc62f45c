import type { Client } from 'pg'

/** Broken promises that a fault finds while it lasts, by their name in the journal. */
export const findings = {
  'untold by health': 'what the health of a server did not say',
  'matched under lock': 'records matched while somebody held the lock that matching needs',
  'wrong backup': 'backups that did not end as they should',
  'failed migration': 'migrations that failed beside the tables of others',
  'wrong time': 'records whose time was taken wrong or without a word',
} as const

type Finding = keyof typeof findings

/** Stores in the journal what was found. */
export async function note(client: Client, finding: Finding, target: string): Promise<void> {
  await client.query('insert into chaos.journal (what, target) values ($1, $2)', [finding, target])
}
