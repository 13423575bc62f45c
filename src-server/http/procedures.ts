/* oxlint-disable no-underscore-dangle -- tRPC keeps a router's and a procedure's definition in _def. */
import type { AnyTRPCProcedure } from '@trpc/server'
import { appRouter } from '../router.ts'
import type { Meta } from '../trpc/init.ts'

// tRPC types this as the nested record; at run time it is flat: 'userView.alertDelete' → procedure.
export const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>
export const metaOf = (procedure: string): Meta => procedures[procedure]?._def.meta ?? {}
