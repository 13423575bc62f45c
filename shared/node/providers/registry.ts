import type { z } from 'zod'
import type { Channel } from '#shared/contract/alert.ts'
import type { Db } from '../platform/database/client.ts'
import type { CallbackReader, Webhook } from './common/callback.ts'
import type { CommonEnv } from './common/provider.ts'
import type { Transports } from './common/transport.ts'
import { devInbox } from './dev-inbox/provider.ts'
import { sendgrid } from './sendgrid/provider.ts'
import { smtp } from './smtp/provider.ts'
import { twilio } from './twilio/provider.ts'

/** The providers by the name that EMAIL_TRANSPORT or SMS_TRANSPORT uses. Other parts name one only where a screen depends on it. */
export const providers = { sendgrid, smtp, twilio, outbox: devInbox }

/** Their environment variables. */
export const providerEnv = { ...sendgrid.env, ...smtp.env, ...twilio.env }

type ProviderName = keyof typeof providers

const isProviderName = (name: string): name is ProviderName => Object.hasOwn(providers, name)
/** The provider with a name that may be any text. */
export const findProvider = (name: string) => (isProviderName(name) ? providers[name] : undefined)

const providerNames = Object.keys(providers).filter(isProviderName)

/** The names of the providers that serve a channel. */
export const providersFor = (channel: Channel): ProviderName[] =>
  providerNames.filter((name) => providers[name].open[channel] !== undefined)

/** The variables that the registry reads. */
type ProvidersEnv = z.infer<z.ZodObject<typeof providerEnv>> &
  CommonEnv & { EMAIL_TRANSPORT: ProviderName; SMS_TRANSPORT: ProviderName | 'none' }

type Needs = { env: ProvidersEnv; db: Db }

/** Opens the provider of each channel that the configuration names; null for texts if it names none. */
export async function openTransports({ env, db }: Needs): Promise<Transports> {
  return {
    EMAIL: (await providers[env.EMAIL_TRANSPORT].open.EMAIL?.({ env, db })) ?? null,
    PHONE: await openTextTransport({ env, db }),
  }
}

export const openTextTransport = async ({ env, db }: Needs): Promise<Transports['PHONE']> =>
  env.SMS_TRANSPORT === 'none' ? null : ((await providers[env.SMS_TRANSPORT].open.PHONE?.({ env, db })) ?? null)

/** The addresses that the configured providers call. */
export const openWebhooks = (env: ProvidersEnv): Webhook[] =>
  providerNames.flatMap((name) => providers[name].webhooks?.(env) ?? [])

/** Readers of stored callbacks by source, of every provider, configured or not. */
export const callbackReaders: ReadonlyMap<string, CallbackReader> = new Map(
  providerNames.flatMap((name) => Object.entries(providers[name].callbacks ?? {})),
)
