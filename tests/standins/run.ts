import { startSendgrid } from './sendgrid.ts'
import { startTwilio } from './twilio.ts'

/**
 * Both providers in a process of their own, which outlives whatever is killed. Forked by chaos and bench: the first
 * message to the parent says where they are; it ends when the parent goes.
 */
const latencyMs = Number(process.argv[2] ?? 0)
const [sendgrid, twilio] = await Promise.all([startSendgrid({ latencyMs }), startTwilio({ latencyMs })])
process.on('disconnect', () => process.exit(0))
const where = {
  sendgrid: { url: sendgrid.url, webhookKey: sendgrid.webhookKey },
  twilio: { url: twilio.url },
}
if (process.send) process.send(where)
else console.log(JSON.stringify(where))
