import * as fc from 'fast-check'
import type { JsonSchema } from './input-schema.ts'
import { textsNamed } from './texts.ts'

type Made = fc.Arbitrary<unknown>

const asSchema = (schema: JsonSchema | boolean | undefined): JsonSchema => (typeof schema === 'object' ? schema : {})

/**
 * Values that a JSON schema describes: usual ones, and those at its bounds. What a schema cannot say (a date, the shape
 * of an email) follows from the field's name.
 */
export function valuesOf(schema: JsonSchema, name = ''): Made {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(asSchema(choice), name)))
  const types = [schema.type ?? []].flat()
  if (types.length > 1) return fc.oneof(...types.map((type) => valuesOf({ ...schema, type }, name)))
  switch (types[0]) {
    case 'object':
      return objectsOf(schema)
    case 'array':
      return listsOf(schema, name)
    case 'string':
      return stringsOf(schema, name)
    case 'integer':
      return integersOf(schema)
    case 'number':
      return fc.oneof({ weight: 3, arbitrary: integersOf(schema) }, fc.double({ noNaN: true, noDefaultInfinity: true }))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.oneof(textsNamed(name), fc.nat({ max: 400 }), fc.jsonValue({ maxDepth: 2 }))
  }
}

function objectsOf({ properties = {}, required = [], additionalProperties }: JsonSchema): Made {
  const model = Object.fromEntries(
    Object.entries(properties).map(([key, part]) => [key, valuesOf(asSchema(part), key)]),
  )
  const known = fc.record(model, { requiredKeys: required.filter((key) => key in model) })
  if (typeof additionalProperties !== 'object') return known
  const others = fc.dictionary(fc.string({ minLength: 1 }), valuesOf(additionalProperties), { maxKeys: 4 })
  return fc.tuple(known, others).map(([own, more]) => ({ ...more, ...own }))
}

function listsOf({ items, minItems = 0, maxItems = 10 }: JsonSchema, name: string): Made {
  const item = valuesOf(Array.isArray(items) ? {} : asSchema(items), name)
  const most = Math.max(minItems, Math.min(maxItems, 4))
  return fc.oneof(
    { weight: 6, arbitrary: fc.array(item, { minLength: minItems, maxLength: most }) },
    { weight: 1, arbitrary: item.map((one) => Array.from({ length: Math.min(maxItems, 200) }, () => one)) },
  )
}

const timesOrText: Made = fc.oneof(
  { weight: 9, arbitrary: fc.date({ noInvalidDate: true }).map((day) => day.toISOString()) },
  { weight: 1, arbitrary: fc.string() },
)

function stringsOf({ minLength = 0, maxLength = 300, format }: JsonSchema, name: string): Made {
  if (format === 'date-time') return timesOrText
  const fit = (text: string) => text.slice(0, maxLength).padEnd(minLength, 'x')
  return fc.oneof(
    { weight: 14, arbitrary: textsNamed(name).map(fit) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme' }).map(fit) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(minLength), 'x'.repeat(maxLength), '文'.repeat(maxLength)) },
  )
}

function integersOf({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema): Made {
  const low = Math.max(minimum, Math.min(1, maximum))
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: low, max: Math.min(maximum, low + 3) }) },
    { weight: 2, arbitrary: fc.integer({ min: low, max: Math.min(maximum, low + 400) }) },
    { weight: 2, arbitrary: fc.integer({ min: low, max: Math.min(maximum, 200_000) }) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  )
}
