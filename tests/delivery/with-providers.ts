import { type RunningServer, startServer } from '#server/start.ts'
import { openTransports } from '#shared/node/providers/registry.ts'
import type { DeliverySetup } from '#tests/fixtures/delivery.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { bePatient } from '#tests/helpers/server.ts'
import { type Providers, type ProvidersOptions, startProviders } from '#tests/standins/providers.ts'
import { startCallbacks } from '#worker/delivery/callbacks/callbacks.ts'
import { startDelivery } from '#worker/delivery/loop.ts'

type Options = Partial<Omit<ProvidersOptions, 'callbacks'>> & {
  rates?: NonNullable<ProvidersOptions['callbacks']>['rates']
  email?: 'sendgrid' | 'smtp'
}

/** A server and a worker, and stand-ins of the providers whose reports reach the server; 15 minutes are 3.6 s. */
export async function startWithProviders(
  setup: DeliverySetup,
  { rates = {}, email = 'sendgrid', ...options }: Options,
): Promise<{ providers: Providers; stop(): Promise<void> }> {
  let server: RunningServer | undefined
  const callbacks = { rates, delayMs: 5, toServer: () => server?.address ?? '' }
  const providers = await startProviders({ seed: 1, ...options, callbacks })
  const env = providers.toEnv(email)
  server = await startServer(testEnv(setup.url, env), { settingsMaxAgeMs: 0, ...bePatient() })
  const deps = setup.deps({ deliveryClock: 250, shortestLeaseMs: 3_600_000 }, env)
  const loops = [startDelivery(deps, await openTransports(deps)), startCallbacks(deps)]
  return {
    providers,
    stop: async () => {
      await providers.stop()
      await Promise.all(loops.map((loop) => loop.stop()))
      await server?.stop()
    },
  }
}
