import type { Role } from '#shared/contract/roles.ts'
import type { DemoFile } from './demo-file.ts'

const roleLabels: Record<Role, string> = {
  FOREVER: 'owner of the installation',
  TRIMIN: 'technical staff of the provider',
  COUNTY: "the county's staff",
  USER: 'a resident, with alerts',
  GUEST: 'a resident whose details staff keep',
}

/** What the user of the demo needs to know; the last line says that everything is ready, and where. */
export const welcome = ({ url, users }: DemoFile) => `
Alder County, a made-up county, is ready.

  Log in as        with the password
${users.map(({ username, password, role }) => `  ${username.padEnd(15)}  ${password.padEnd(21)} ${roleLabels[role]}`).join('\n')}

  The demo sends no emails or texts. Read them at /outbox.
  The logins and the feed key are also in .data/demo.json. Ctrl-C stops everything.

Ready: ${url}`
