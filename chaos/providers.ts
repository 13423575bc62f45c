import { type SendgridStandIn, startSendgrid } from '#tests/standins/sendgrid.ts'
import { startTwilio, type TwilioStandIn } from '#tests/standins/twilio.ts'

type Providers = { sendgrid: SendgridStandIn; twilio: TwilioStandIn; stop(): Promise<void> }

/**
 * Both providers. They accept messages even if the sender is killed before the answer, and their ledgers survive every
 * kill. Now and then they refuse a call, or fail after accepting the message.
 */
export async function startProviders({
  answerMs,
  refuseEvery,
  failAfterEvery,
}: {
  answerMs: number
  refuseEvery: number
  failAfterEvery: number
}): Promise<Providers> {
  const sendgrid = await startSendgrid({ latencyMs: answerMs })
  const twilio = await startTwilio({ latencyMs: answerMs })
  for (const provider of [sendgrid, twilio]) {
    if (refuseEvery > 0) provider.fail({ fault: { status: 429, retryAfter: 1 }, every: refuseEvery })
    const status = provider === sendgrid ? 500 : 503
    if (failAfterEvery > 0) provider.fail({ fault: { status, taken: true }, every: failAfterEvery })
  }
  return {
    sendgrid,
    twilio,
    stop: async () => {
      await Promise.all([sendgrid.stop(), twilio.stop()])
    },
  }
}
