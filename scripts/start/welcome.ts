import type { Role } from '#shared/contract/roles.ts'
import type { DemoFile } from '../demo/demo-file.ts'

const roleLabels: Record<Role, string> = {
  FOREVER: 'owner of the installation',
  TRIMIN: 'technical staff of the provider',
  COUNTY: "the county's staff",
  USER: 'a resident, with alerts',
  GUEST: 'a resident whose details staff keep',
}

type Transports = { EMAIL_TRANSPORT?: string | undefined; SMS_TRANSPORT?: string | undefined }

/** Where messages go, by the transports that the demo's processes are started with; unset means the dev inbox. */
function describeMessages({ EMAIL_TRANSPORT, SMS_TRANSPORT }: Transports): string {
  const sent = [isSent(EMAIL_TRANSPORT) && 'emails', isSent(SMS_TRANSPORT) && 'texts'].filter(Boolean)
  if (sent.length === 0) return 'The demo sends no emails or texts. Read them at /outbox.'
  return `This demo really sends ${sent.join(' and ')}${sent.length === 2 ? '.' : '. Read the others at /outbox.'}`
}

const isSent = (transport: string | undefined) => !['outbox', 'none'].includes(transport || 'outbox')

/** What the user of the demo needs to know; the last line says that everything is ready, and where. */
export const welcome = ({ url, users }: DemoFile, env: Transports) => `
Alder County, a made-up county, is ready.

  Log in as        with the password
${users.map(({ username, password, role }) => `  ${username.padEnd(15)}  ${password.padEnd(21)} ${roleLabels[role]}`).join('\n')}

  ${describeMessages(env)}
  The logins and the feed key are also in .data/demo.json. Ctrl-C stops everything.

Ready: ${url}`
