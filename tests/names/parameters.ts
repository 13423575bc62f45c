import ts from 'typescript'

/** A named function, a method or a property that is one, with its parameters in order. */
export type Signature = { name: string; parameters: ReturnType<typeof readParameter>[] }

/** The kinds of parameters that come first, in their order: what it runs on, what it uses, who asks. */
const kinds: { is: RegExp; type: RegExp; binds?: RegExp }[] = [
  { is: /^(?:db|tx)$/, type: /^(?:Db|Tx|Query|FastifyInstance)\b/ },
  { is: /^deps$/, type: /^(?:(?:Pick|Omit)<)?\w*Deps\b(?!\[)/, binds: /\bdb: Db\b/ },
  { is: /^(?:actor|caller)$/, type: /^\(?(?:(?:Pick|Omit)<)?\w*(?:Actor|Caller)\b/ },
]

const maxParameters = 4

/** Why the parameters of a function breach the rules of the house; undefined if they follow them. */
export function findParameterProblem({ parameters }: Signature): string | undefined {
  if (parameters.length > maxParameters) return `has ${parameters.length} parameters: pass an object of options`
  const ranks = parameters.map(({ rank }) => rank)
  // Without a database or `deps` it is a rule about an actor, which is an input like any other.
  const isOrdered = ranks.every((rank, i) => i === 0 || rank >= ranks[i - 1]!)
  return isOrdered || Math.min(...ranks) > 1 ? undefined : 'takes db or tx first, then deps, then actor or caller'
}

/** The signature that a node declares, if it does. */
export function readSignature(node: ts.Node, tree: ts.SourceFile): Signature | undefined {
  const found = findFunction(node)
  if (!found?.name) return undefined
  return { name: found.name.getText(tree), parameters: found.of.parameters.map((each) => readParameter(each, tree)) }
}

function findFunction(node: ts.Node): { name: ts.Node | undefined; of: ts.SignatureDeclaration } | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isMethodSignature(node))
    return { name: node.name, of: node }
  if (ts.isPropertySignature(node))
    return node.type && ts.isFunctionTypeNode(node.type) ? { name: node.name, of: node.type } : undefined
  if (!ts.isVariableDeclaration(node) && !ts.isPropertyAssignment(node)) return undefined
  const { name, initializer } = node
  return initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
    ? { name, of: initializer }
    : undefined
}

function readParameter(parameter: ts.ParameterDeclaration, tree: ts.SourceFile) {
  const name = parameter.name.getText(tree)
  const type = parameter.type?.getText(tree) ?? ''
  const isObject = ts.isObjectBindingPattern(parameter.name)
  const rank = kinds.findIndex(
    (kind) => kind.is.test(name) || kind.type.test(type) || (isObject && kind.binds?.test(type)),
  )
  return { name, rank: rank < 0 ? kinds.length : rank }
}
