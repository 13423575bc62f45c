import { XMLParser } from 'fast-xml-parser'

type Node = { [name: string]: unknown }

/** An event as a PRIA document has it; missing parts are reported where every event is read. */
type PriaEvent = {
  documentIdentifier?: string
  documentType?: string
  documentDescription?: string
  recordedAt?: string
  legalDescription?: string
  parties: Record<string, string>[]
  parcels: (string | { id: string; situsAddress: string })[]
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  removeNSPrefix: true,
})

/**
 * Reads the documents of a PRIA 2.4 file, in any of its groups and packages. A document is named by the recorder's
 * instrument number; a request, not recorded yet, has none.
 * @param nameFor names a document without a number, by its sequence in the package
 * @throws Error if it is not XML or holds no PRIA document
 */
export function readPria(xml: string, nameFor: (sequence: string) => string | undefined): PriaEvent[] {
  let root: Node
  try {
    root = parser.parse(xml, true) as Node
  } catch (error) {
    throw new Error(`The file is not valid XML: ${(error as Error).message}`, { cause: error })
  }
  const documents = [...documentsIn(root)]
  if (documents.length === 0) throw new Error('The file has no PRIA_DOCUMENT.')
  return documents.map((document, index) =>
    readDocument(document, nameFor(attribute(document, 'RecordableDocumentSequenceIdentifier') ?? String(index + 1))),
  )
}

function readDocument(document: Node, name: string | undefined): PriaEvent {
  const [endorsement] = children(document, 'RECORDING_ENDORSEMENT')
  const properties = children(document, 'PROPERTY')
  const descriptions = properties.flatMap((property) => children(property, '_LEGAL_DESCRIPTION'))
  return stated({
    documentIdentifier: attribute(endorsement, '_InstrumentNumberIdentifier') ?? name,
    documentType: attribute(document, 'RecordableDocumentTypeCode') ?? attribute(document, 'RecordableDocumentType'),
    documentDescription: attribute(document, 'RecordableDocumentTypeOtherDescription'),
    recordedAt: attribute(endorsement, '_RecordedDateTime'),
    legalDescription:
      descriptions
        .map((one) => attribute(one, '_TextDescription'))
        .filter(Boolean)
        .join('\n') || undefined,
    parties: ['GRANTOR', 'GRANTEE'].flatMap((role) =>
      children(document, role).flatMap((party) =>
        [party, ...children(party, '_ALIAS')].map((named) => readParty(named, role, isEntity(party))),
      ),
    ),
    parcels: [
      ...properties.flatMap(readIdentifications),
      ...descriptions
        .flatMap((one) => children(one, 'PARCEL_IDENTIFICATION'))
        .map((one) => attribute(one, '_Identifier')),
    ].filter((parcel) => parcel !== undefined),
  })
}

/** The ids of a property, each with its street address. PRIA has no flag for a restricted record. */
function readIdentifications(property: Node): PriaEvent['parcels'] {
  const situsAddress = [attribute(property, '_StreetAddress'), attribute(property, '_StreetAddress2')]
    .filter(Boolean)
    .join(' ')
  return children(property, '_IDENTIFICATION')
    .flatMap((one) => [attribute(one, 'AssessorsParcelIdentifier'), attribute(one, 'AssessorsSecondParcelIdentifier')])
    .filter((id) => id !== undefined)
    .map((id) => (situsAddress ? { id, situsAddress } : id))
}

/** Parsed parts if the file has them, else the name as one string. */
function readParty(named: Node, role: string, entity: boolean): Record<string, string> {
  const unparsed = attribute(named, '_UnparsedName')
  const parts = {
    firstName: attribute(named, '_FirstName'),
    middleName: attribute(named, '_MiddleName'),
    lastName: attribute(named, '_LastName'),
    suffix: attribute(named, '_NameSuffix'),
  }
  if (entity) return stated({ role, businessName: unparsed ?? parts.lastName })
  return parts.lastName ? stated({ role, ...parts }) : stated({ role, name: unparsed ?? parts.firstName })
}

const isEntity = (party: Node) => /^(?:Y|true|1)/i.test(attribute(party, 'NonPersonEntityIndicator') ?? '')

function* documentsIn(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const one of node) yield* documentsIn(one)
  else if (typeof node === 'object' && node !== null)
    for (const [name, child] of Object.entries(node)) {
      if (name === 'PRIA_DOCUMENT') yield* [child].flat().filter(isNode)
      else yield* documentsIn(child)
    }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const children = (node: Node | undefined, name: string): Node[] => [node?.[name]].flat().filter(isNode)

function attribute(node: Node | undefined, name: string): string | undefined {
  const value = node?.[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

const stated = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
