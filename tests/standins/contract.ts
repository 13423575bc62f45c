import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folder of the providers' published contracts, if they are available: next to the repository. */
const contractsFolder = path.resolve(import.meta.dirname, '../../../shared/contracts')
export const hasContracts = existsSync(path.join(contractsFolder, 'sendgrid_mail_send.json'))

const readContract = (file: string): unknown => JSON.parse(readFileSync(path.join(contractsFolder, file), 'utf8'))

type Schema = {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  minLength?: number
  maxLength?: number
  maxItems?: number
  pattern?: string
  format?: string
  nullable?: boolean
}
type Resolve = (ref: string) => Schema

const formats: Record<string, RegExp> = {
  email: /^[^\s@<>",;]+@[^\s@<>",;]+$/,
  uri: /^https?:\/\/\S+$/,
  'phone-number': /^\+[1-9]\d{6,14}$/,
}

/**
 * The parts of a request that break a contract, each with its place. Stricter than the contract in one thing: a field
 * that it does not name is a fault, since a provider would silently ignore it.
 */
function breaches(value: unknown, given: Schema, resolve: Resolve, at = 'body'): string[] {
  const schema = given.$ref ? { ...resolve(given.$ref), ...given, $ref: undefined } : given
  if (value === null) return schema.nullable ? [] : [`${at} is null`]
  const type = Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value
  const wanted = schema.type ?? (schema.properties ? 'object' : type)
  if (type !== wanted && !(wanted === 'number' && type === 'integer')) return [`${at} is ${type}, not ${wanted}`]
  if (schema.enum && !schema.enum.includes(value)) return [`${at} is none of ${schema.enum.join(', ')}`]
  if (typeof value === 'string') return textBreaches(value, schema, at)
  if (Array.isArray(value)) {
    const long =
      schema.maxItems !== undefined && value.length > schema.maxItems ? [`${at} has ${value.length} items`] : []
    const items = schema.items
    return items ? [...long, ...value.flatMap((item, i) => breaches(item, items, resolve, `${at}[${i}]`))] : long
  }
  if (type !== 'object') return []
  const object = value as Record<string, unknown>
  const missing = (schema.required ?? [])
    .filter((key) => object[key] === undefined)
    .map((key) => `${at}.${key} is missing`)
  const { properties } = schema
  if (!properties) return missing
  return [
    ...missing,
    ...Object.entries(object).flatMap(([key, part]) => {
      const rule = properties[key]
      return rule ? breaches(part, rule, resolve, `${at}.${key}`) : [`${at}.${key} is not in the contract`]
    }),
  ]
}

function textBreaches(value: string, schema: Schema, at: string): string[] {
  const format = schema.format ? formats[schema.format] : undefined
  return [
    ...(schema.minLength !== undefined && value.length < schema.minLength ? [`${at} is too short`] : []),
    ...(schema.maxLength !== undefined && value.length > schema.maxLength ? [`${at} is too long`] : []),
    ...(schema.pattern && !new RegExp(schema.pattern).test(value) ? [`${at} does not fit ${schema.pattern}`] : []),
    ...(format && !format.test(value) ? [`${at} is no ${schema.format}`] : []),
  ]
}

/** Checks a SendGrid mail; every mail passes if the contract is not available. */
export function sendgridContract(): (mail: unknown) => string[] {
  if (!hasContracts) return () => []
  const { mail_send } = readContract('sendgrid_mail_send.json') as {
    mail_send: { post: { requestBody: { content: { 'application/json': { schema: Schema } } } } }
  }
  const components = readContract('sendgrid_components_schemas.json') as Record<string, Schema>
  const resolve: Resolve = (ref) => named(components, ref)
  const schema = mail_send.post.requestBody.content['application/json'].schema
  return (mail) => breaches(mail, schema, resolve)
}

type TwilioContract = {
  paths: Record<
    string,
    {
      post?: { requestBody: { content: Record<string, { schema: Schema }> } }
      get?: { parameters: { name: string }[] }
    }
  >
  components: { schemas: Record<string, Schema> }
}

/** Checks the form fields of a new text, the query of a list, and the stand-in's own answers. */
export function twilioContract(): {
  create(fields: Record<string, unknown>): string[]
  list(query: Record<string, unknown>): string[]
  message(answer: unknown): string[]
} {
  if (!hasContracts) return { create: () => [], list: () => [], message: () => [] }
  const contract = readContract('twilio_messages_only.openapi.json') as TwilioContract
  const resolve: Resolve = (ref) => named(contract.components.schemas, ref)
  const messages = contract.paths['/2010-04-01/Accounts/{AccountSid}/Messages.json']
  const create = messages?.post?.requestBody.content['application/x-www-form-urlencoded']?.schema
  const message = contract.components.schemas['api.v2010.account.message']
  if (!create || !message) throw new Error('The contract of Twilio has another form than expected.')
  const known = messages.get?.parameters.map(({ name }) => name) ?? []
  return {
    create: (fields) => [
      ...breaches(fields, create, resolve),
      // Required by the contract's prose: a sender and a content.
      ...(fields.From || fields.MessagingServiceSid ? [] : ['From or MessagingServiceSid is missing']),
      ...(fields.Body || fields.MediaUrl || fields.ContentSid ? [] : ['Body is missing']),
      ...(typeof fields.Body === 'string' && fields.Body.length > 1600 ? ['Body is longer than 1600'] : []),
    ],
    list: (query) =>
      Object.keys(query)
        .filter((key) => !known.includes(key))
        .map((key) => `${key} is not in the contract`),
    message: (answer) => breaches(answer, message, resolve),
  }
}

function named(schemas: Record<string, Schema>, ref: string): Schema {
  const schema = schemas[ref.split('/').at(-1) ?? '']
  if (!schema) throw new Error(`The contract does not explain ${ref}.`)
  return schema
}
