import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { readSignature, type Signature } from './parameters.ts'

export interface Source {
  file: string
  identifiers: Set<string>
  /** Functions that the file exports. */
  functions: string[]
  /** Every function of the file that has a name. */
  signatures: Signature[]
  /** Comments, and the titles of tests. */
  prose: string
}

const root = path.resolve(import.meta.dirname, '../..')
const folders = ['shared', 'src-client', 'src-server', 'src-worker', 'scripts', 'tests', 'chaos', 'bench']

/** Every TypeScript file of the repository, parsed. */
export const readSources = (): Source[] =>
  folders
    .flatMap((folder) => fs.globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
    .map((file) => readSource(file.replaceAll(path.sep, '/'), fs.readFileSync(path.join(root, file), 'utf8')))

export function readSource(file: string, text: string): Source {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false)
  const identifiers = new Set<string>()
  const titles: string[] = []
  const literals: ts.Node[] = []
  const signatures: Signature[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) identifiers.add(node.text)
    else if (isLiteral(node)) literals.push(node)
    else if (ts.isCallExpression(node)) titles.push(...readTitle(node, tree))
    const signature = readSignature(node, tree)
    if (signature) signatures.push(signature)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  const comments = withoutLiterals(text, literals, tree).match(/\/\/.*|\/\*[^]*?\*\//g) ?? []
  return {
    file,
    identifiers,
    signatures,
    functions: tree.statements.flatMap(exportedFunctions),
    prose: [...titles, ...comments].join('\n'),
  }
}

const isLiteral = (node: ts.Node): boolean =>
  ts.isStringLiteral(node) ||
  ts.isNoSubstitutionTemplateLiteral(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isRegularExpressionLiteral(node) ||
  ts.isJsxText(node)

/** Literals become spaces, since a text may hold what looks like a comment. */
function withoutLiterals(text: string, literals: ts.Node[], tree: ts.SourceFile): string {
  let result = ''
  let end = 0
  for (const literal of literals) {
    const start = ts.isJsxText(literal) ? literal.pos : literal.getStart(tree)
    result += text.slice(end, start) + ' '.repeat(literal.end - start)
    end = literal.end
  }
  return result + text.slice(end)
}

/** The title of a call such as `test.each(rows)('title', …)`. */
function readTitle(call: ts.CallExpression, tree: ts.SourceFile): string[] {
  const [title] = call.arguments
  if (!title || !(ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) return []
  const called = call.expression.getText(tree).match(/^\w+/)?.[0]
  return called === 'test' || called === 'it' || called === 'describe' ? [title.getText(tree)] : []
}

function exportedFunctions(statement: ts.Statement): string[] {
  if (!ts.canHaveModifiers(statement)) return []
  if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
  if (ts.isFunctionDeclaration(statement)) return statement.name ? [statement.name.text] : []
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    ts.isIdentifier(name) && initializer && ts.isArrowFunction(initializer) ? [name.text] : [],
  )
}
