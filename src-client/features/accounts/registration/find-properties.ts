import type { FindProperties } from '#client/components/find-property/use-find-properties.ts'
import { trpcClient } from '#client/lib/api/client.ts'

/** Finds properties for a visitor, who has no account yet. The server answers while self registration is on. */
export const findProperties: FindProperties = async (text, signal) =>
  (await trpcClient.auth.findProperty.mutate({ text }, { signal })).content
