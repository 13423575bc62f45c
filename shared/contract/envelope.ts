import { z } from 'zod'

const lockoutShape = z.object({ lockoutInPlace: z.boolean(), messageHeadline: z.string() })
export type Lockout = z.infer<typeof lockoutShape>

/** The response of every documented REST path. */
export type Envelope<Content = unknown> = { ok: boolean; message: string; lockout: Lockout; content: Content }

/** The result of a procedure that has a message for the user in addition to its content. */
export type Reply<Content = unknown> = { message?: string; content: Content }
