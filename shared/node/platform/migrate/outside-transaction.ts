/** A statement of a migration that runs outside a transaction. Names are as written: quoted, or in lower case. */
export type Step =
  | { kind: 'create'; index: string; table: string; unique: boolean; definition: string }
  | { kind: 'drop'; index: string }
  | { kind: 'validate'; sql: string }

const marker = 'no transaction'
const firstLines = [`-- ${marker}`, `-- breaking, ${marker}`]

/**
 * The statements of a migration whose first line says that it runs outside a transaction; undefined for any other.
 * A kill can leave it half done, so each statement must be one that can be repeated.
 * @throws Error naming the file and the statement that cannot
 */
export function readSteps(file: string, sql: string): Step[] | undefined {
  const firstLine = (/^--.*/.exec(sql)?.[0] ?? '').trimEnd()
  if (!firstLine.includes(marker)) return undefined
  if (!firstLines.includes(firstLine))
    throw new Error(`The first line of migration ${file} must be "${firstLines.join('" or "')}", and nothing more.`)
  return splitStatements(sql).map((statement) => {
    const step = readStep(statement)
    if (step) return step
    throw new Error(
      [
        `Migration ${file} runs outside a transaction, so it may only have statements that can be repeated:`,
        ...forms.map((form) => `  ${form}`),
        `This one is not of these forms: ${statement}`,
        'Move it to a migration of its own.',
      ].join('\n'),
    )
  })
}

const forms = [
  'create [unique] index concurrently if not exists NAME on TABLE …',
  'drop index concurrently if exists NAME',
  'alter table TABLE validate constraint NAME',
]

/** The same statements for a transaction on empty tables, where they cannot hold up any writer. */
export const withoutConcurrency = (steps: Step[]): string =>
  steps
    .map((step) => {
      if (step.kind === 'create')
        return `create ${step.unique ? 'unique ' : ''}index if not exists ${step.index} on ${step.table} ${step.definition};`
      if (step.kind === 'drop') return `drop index if exists ${step.index};`
      return `${step.sql};`
    })
    .join('\n')

/** What a semicolon or a comment's dashes do not count in, a comment, a semicolon, and everything else. */
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--.*|\/\*[\s\S]*?\*\/|;|[^'"\-/;]+|[\s\S]/g

function splitStatements(sql: string): string[] {
  const statements = ['']
  for (const text of sql.match(token) ?? []) {
    if (text === ';') statements.push('')
    else statements.push(`${statements.pop()}${/^(--|\/\*)/.test(text) ? ' ' : text}`)
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
}

const name = String.raw`([a-z_][a-z0-9_]*|"(?:[^"]|"")+")`
const words = (pattern: string) =>
  new RegExp(`^${pattern.replaceAll('NAME', name).replaceAll(' ', String.raw`\s+`)}$`, 'i')
const create = words(
  String.raw`create (unique )?index concurrently if not exists NAME on (?!only\b)NAME\s*([^\w"][\s\S]*|using [\s\S]+)`,
)
const drop = words('drop index concurrently if exists NAME')
const validate = words('alter table NAME validate constraint NAME')

function readStep(statement: string): Step | undefined {
  const [, unique, index, table, definition] = create.exec(statement) ?? []
  if (index && table && definition)
    return { kind: 'create', index, table, unique: unique !== undefined, definition: definition.trim() }
  const [, dropped] = drop.exec(statement) ?? []
  if (dropped) return { kind: 'drop', index: dropped }
  return validate.test(statement) ? { kind: 'validate', sql: statement } : undefined
}
