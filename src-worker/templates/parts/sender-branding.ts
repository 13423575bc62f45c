import type { Keyring } from '#shared/node/platform/secrets/keyring.ts'
import type { Catalogs } from '../catalog/catalog.ts'

/** The county's identity in every message, and the parts of links. */
export type SenderBranding = {
  countyName: string
  appTitle: string
  contactName: string
  contactTitle: string
  contactPhone: string
  contactEmail: string
  publicUrl: string
  secret: Keyring
  timeZone: string
  /** The county's translations of the messages; without them every message is English. */
  catalogs?: Catalogs
}
