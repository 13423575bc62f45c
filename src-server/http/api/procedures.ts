/* oxlint-disable no-underscore-dangle -- tRPC keeps a router's and a procedure's definition in _def. */
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import type { Meta } from '#server/trpc/init.ts'

export type Procedures = Record<string, AnyTRPCProcedure>

/** @returns by name, such as 'userView.alertDelete'; tRPC types them as a nested record, but at run time it is flat */
export const listProcedures = (router: AnyTRPCRouter): Procedures =>
  router._def.procedures as unknown as Record<string, AnyTRPCProcedure>

export const metaOf = (procedures: Procedures, name: string): Meta => procedures[name]?._def.meta ?? {}
