import type { NoticeTemplate } from '#shared/node/domain/notices/notice-templates.ts'
import type { Message } from '#shared/node/providers/common/message.ts'
import { accountEmails } from './account-email.ts'
import { matchEmail } from './match-email.ts'
import type { NoticeData } from './parts/notice-data.ts'
import type { SenderBranding } from './parts/sender-branding.ts'
import { sampleEmail } from './sample-email.ts'
import { matchText, textTemplates } from './texts.ts'
import { toVerifyEmail } from './verify-email.ts'
import { weeklyEmail } from './weekly-email.ts'

type Template = (notice: NoticeData, branding: SenderBranding) => Message

/** A template for every name that can be queued and is no text; a missing one is a type error. */
const emails: Record<Exclude<NoticeTemplate, keyof typeof textTemplates>, Template> = {
  ...accountEmails,
  'sample-alert': sampleEmail,
  'verify-email': toVerifyEmail,
}

function findTemplate(name: string): Template | undefined {
  if (Object.hasOwn(emails, name)) return emails[name as keyof typeof emails]
  return Object.hasOwn(textTemplates, name) ? textTemplates[name as keyof typeof textTemplates].write : undefined
}

/**
 * Renders a notice's message.
 * @throws Error if the notice lacks data that its template needs
 */
export function render(notice: NoticeData, branding: SenderBranding): Message {
  if (notice.kind === 'match') {
    if (!notice.record) throw new Error('The record of a notice is gone.')
    return { EMAIL: matchEmail, PHONE: matchText }[notice.channel](notice, notice.record, branding)
  }
  if (notice.kind === 'weekly') return weeklyEmail(notice, branding)
  const template = findTemplate(notice.template)
  if (!template) throw new Error(`There is no template ${notice.template}.`)
  return template(notice, branding)
}
