import { type SendgridStandIn, startSendgrid } from '#tests/standins/sendgrid.ts'
import { startTwilio, type TwilioStandIn } from '#tests/standins/twilio.ts'

export type Providers = { sendgrid: SendgridStandIn; twilio: TwilioStandIn; stop(): Promise<void> }

/**
 * Both providers. They take what was sent even where the sender is killed before the answer, and their ledgers survive
 * every kill. Now and then they refuse a call for the moment, or fail after they took the message.
 */
export async function startProviders({
  answerMs,
  refuseEach,
  failAfterEach,
}: {
  answerMs: number
  refuseEach: number
  failAfterEach: number
}): Promise<Providers> {
  const sendgrid = await startSendgrid({ latencyMs: answerMs })
  const twilio = await startTwilio({ latencyMs: answerMs })
  for (const provider of [sendgrid, twilio]) {
    if (refuseEach > 0) provider.fail({ fault: { status: 429, retryAfter: 1 }, every: refuseEach })
    const status = provider === sendgrid ? 500 : 503
    if (failAfterEach > 0) provider.fail({ fault: { status, taken: true }, every: failAfterEach })
  }
  return {
    sendgrid,
    twilio,
    stop: async () => {
      await Promise.all([sendgrid.stop(), twilio.stop()])
    },
  }
}
