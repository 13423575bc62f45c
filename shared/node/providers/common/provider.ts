import type { z } from 'zod'
import type { Channel } from '#shared/contract/alert.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { CallbackReader, Webhook } from './callback.ts'
import type { Message } from './message.ts'
import type { Transport } from './transport.ts'

/** Additional variables that any provider may read. */
export type CommonEnv = { PUBLIC_URL: string; EMAIL_FROM: string }

type MessageFor<C extends Channel> = Extract<Message, { channel: C }>

/** The values of a provider's own variables. */
type EnvOf<Shape extends z.ZodRawShape> = keyof Shape extends never ? unknown : z.infer<z.ZodObject<Shape>>

/** A provider of email or texts. A new one is a folder here and its lines in registry.ts. */
type Provider<Shape extends z.ZodRawShape = Record<never, never>> = {
  /** How messages are sent, for each channel that the provider serves. SDKs load only when they are needed. */
  open: {
    [C in Channel]?: (needs: { env: EnvOf<Shape> & CommonEnv; db: Db }) => Promise<Transport<MessageFor<C>>>
  }
  /** The provider's own environment variables. */
  env: Shape
  /** The variables that it cannot work without; the value is added to the message about a missing one. */
  requires: { [K in keyof NoInfer<Shape>]?: string }
  /** Exists only with the embedded demo database. */
  demoOnly?: boolean
  /** The addresses that it calls; none if it is not configured. */
  webhooks?: (env: EnvOf<Shape> & CommonEnv) => Webhook[]
  /** Readers of its stored callbacks. A source is never reused for another kind of body. */
  callbacks?: Record<string, CallbackReader>
}

/** Checks a provider's definition and keeps the types of its variables. */
export const defineProvider = <Shape extends z.ZodRawShape>(provider: Provider<Shape>): Provider<Shape> => provider
