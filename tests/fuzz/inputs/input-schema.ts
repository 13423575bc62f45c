/* oxlint-disable no-underscore-dangle -- tRPC and zod keep definitions in _def and _zod. */
import { z } from 'zod'
import { type SettingsKey, settingsGroups } from '#shared/settings/groups.ts'
import { procedures } from '#tests/helpers/procedures.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/**
 * A procedure's input, before anything is parsed, as a JSON schema; undefined if it takes none. A list that is counted
 * before it is read (shared/contract/list-up-to.ts) is described by its items.
 */
export function describeInput(procedure: string): JsonSchema | undefined {
  const given = findInput(procedure)
  if (!given) return undefined
  const described = toJsonSchema(given)
  const group = findGroup(procedure)
  return group ? { ...described, properties: { ...described.properties, value: toJsonSchema(group) } } : described
}

/** The schema of a procedure's input, if it takes any. */
export const findInput = (procedure: string): z.ZodType | undefined =>
  (procedures[procedure]?._def as { inputs?: z.ZodType[] } | undefined)?.inputs?.at(-1)

/** A settings page takes any fields; the schema of its group reads them. */
function findGroup(procedure: string): z.ZodType | undefined {
  const group = settingsGroups[procedure.split('.').at(-2) as SettingsKey]
  if (!procedure.endsWith('.save') || !group) return undefined
  return z.object(Object.fromEntries(Object.entries(group.fields).map(([name, { schema }]) => [name, schema])))
}

/** What a schema takes, before it parses anything. */
export const toJsonSchema = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodPipe && zodSchema._zod.def.in instanceof z.ZodCustom)
        Object.assign(jsonSchema, toJsonSchema(zodSchema._zod.def.out as z.ZodType))
    },
  })
