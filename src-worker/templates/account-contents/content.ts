import type { NoticeTemplates } from '#shared/node/domain/notices/notice-templates.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { LocalizedText } from '../catalog/localized-text.ts'
import type { NoticeData } from '../parts/notice-data.ts'
import type { SenderBranding } from '../parts/sender-branding.ts'

/** The content of an account email; the frame around it is always the same. */
export type Content = {
  subject: LocalizedText
  lines: LocalizedText[]
  button?: { path: string; text: LocalizedText }
  /** Below the button: how long the link works, and what to do if you did not ask for it. */
  after?: LocalizedText[]
  /** Sent to an address that a user entered, and that may not belong to any account. */
  entered?: true
  /** Sent to a recipient of an alert's notices, who may not own the account. */
  reader?: boolean
  /** The same after the alerts have ended. */
  formerReader?: true
  /** Sent to the county's own contact. */
  contact?: true
}

/** How the email of a template gets its content. */
export type ContentOf<T extends keyof NoticeTemplates> = (
  data: NoticeTemplates[T],
  catalog: Catalog,
  notice: NoticeData,
  branding: SenderBranding,
) => Content
