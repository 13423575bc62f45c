import { z } from 'zod'

const lockoutShape = z.object({ lockoutInPlace: z.boolean(), messageHeadline: z.string() })
export type Lockout = z.infer<typeof lockoutShape>

/** What every documented REST path answers (decisions, section 2). */
export type Envelope<Content = unknown> = { ok: boolean; message: string; lockout: Lockout; content: Content }

/** What a procedure answers when it has a message for the user beside its content. */
export type Reply<Content = unknown> = { message?: string; content: Content }
