import type { NoticeTemplate } from '#shared/node/domain/notices/notice-templates.ts'
import { accountEmails } from './account-email.ts'
import type { NoticeData } from './notice-data.ts'
import { matchEmail } from './match-email.ts'
import type { Message } from '#shared/node/providers/common/message.ts'
import { sampleEmail } from './sample-email.ts'
import type { SenderBranding } from './sender-branding.ts'
import {
  changedText,
  deletedText,
  helpText,
  keepAlertsText,
  matchText,
  testText,
  verifyText,
  yesUnclearText,
} from './texts.ts'
import { verifyEmail } from './verify-email.ts'

type Template = (notice: NoticeData, branding: SenderBranding) => Message

/** A template for every name that can be queued; a missing one is a type error. */
const templates: Record<NoticeTemplate, Template> = {
  ...accountEmails,
  'sample-alert': sampleEmail,
  'verify-email': verifyEmail,
  'verify-phone': verifyText,
  'keep-alerts-text': keepAlertsText,
  'notices-changed-text': changedText,
  'account-deleted-text': deletedText,
  'test-text': testText,
  'help-text': helpText,
  'yes-unclear-text': yesUnclearText,
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
  const template = Object.hasOwn(templates, notice.template) ? templates[notice.template as NoticeTemplate] : undefined
  if (!template) throw new Error(`There is no template ${notice.template}.`)
  return template(notice, branding)
}
