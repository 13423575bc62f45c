import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** A field that the program writes as an old or new value of an audit row. */
type WrittenField = {
  /** file:line of the call. */
  at: string
  type: string
  key: string
  /** The codes that its type allows; empty if its type is not a list of codes. */
  codes: string[]
}
export type Written = { fields: WrittenField[]; calls: number; unknown: string[] }

const root = path.resolve(import.meta.dirname, '../..')
const parts = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types : [type])

/** The codes of a type that is a list of them. */
function literals(type: ts.Type): string[] {
  const some = parts(type).filter((part) => !(part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)))
  return some.every((part) => part.isStringLiteral()) ? some.map((part) => (part as ts.StringLiteralType).value) : []
}

/** Every call of `writeAudit`, read with the compiler, so that it includes spreads and values created elsewhere. */
export function findAuditWrites(): Written {
  const config = ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file))
  const { fileNames, options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
  const writers = fileNames.filter(
    (file) =>
      /^(shared|src-server|src-worker|scripts)\//.test(path.relative(root, file)) &&
      !file.endsWith('.test.ts') &&
      /\bwriteAudit\(/.test(readFileSync(file, 'utf8')) &&
      !file.endsWith('/audit.queries.ts'),
  )
  const program = ts.createProgram(writers, options)
  const checker = program.getTypeChecker()
  const written: Written = { fields: [], calls: 0, unknown: [] }

  const readEntry = (entry: ts.Type, node: ts.Node, at: string) => {
    const member = (name: string) => {
      const symbol = entry.getProperty(name)
      return symbol && checker.getTypeOfSymbolAtLocation(symbol, node)
    }
    const types = literals(member('type') ?? checker.getNeverType())
    if (types.length === 0) written.unknown.push(`${at}: its type`)
    for (const name of ['oldValue', 'newValue'])
      for (const values of parts(member(name) ?? checker.getUndefinedType())) {
        if (values.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) continue
        const open =
          checker.getIndexInfosOfType(values).length > 0 || values.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)
        const properties = values.getProperties()
        // `object`, `unknown` and open records name no fields: their contents would be printed unchecked.
        if (open || properties.length === 0) written.unknown.push(`${at}: its ${name}`)
        for (const property of properties)
          for (const type of types)
            written.fields.push({
              at,
              type,
              key: property.name,
              codes: literals(checker.getTypeOfSymbolAtLocation(property, node)),
            })
      }
  }
  /** Spread open records: their fields are missing from the combined type. */
  const readSpreads = (node: ts.Node, at: string): void => {
    if (ts.isSpreadAssignment(node)) {
      const spread = checker.getTypeAtLocation(node.expression)
      // For `text && { … }`, the text spreads nothing.
      const objects = parts(spread).filter((part) => part.flags & ts.TypeFlags.Object)
      if (objects.some((part) => checker.getIndexInfosOfType(part).length > 0))
        written.unknown.push(`${at}: ...${node.expression.getText()}`)
    }
    ts.forEachChild(node, (child) => readSpreads(child, at))
  }
  for (const file of writers) {
    const source = program.getSourceFile(file)
    if (!source) throw new Error(`${file} was not read.`)
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && node.expression.getText() === 'writeAudit') {
        written.calls += 1
        const at = `${path.relative(root, file)}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
        for (const argument of node.arguments.slice(1)) {
          const many = ts.isSpreadElement(argument)
          const type = checker.getTypeAtLocation(many ? argument.expression : argument)
          readSpreads(argument, at)
          readEntry((many && checker.getIndexTypeOfType(type, ts.IndexKind.Number)) || type, argument, at)
        }
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return written
}
