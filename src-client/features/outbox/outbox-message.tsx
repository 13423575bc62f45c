import { Mail, MessageSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#client/components/ui/badge.tsx'
import { Card } from '#client/components/ui/card.tsx'
import type { OutboxEntry } from './read-outbox.ts'
import { splitLinks } from './split-links.ts'

/** The demo's own page: the reader's clock will do here, seconds and all. */
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

/** One message as plain text; what is a web address can be followed. */
export function OutboxMessage({ message }: { message: OutboxEntry }) {
  const { t } = useTranslation()
  const byEmail = message.channel === 'EMAIL'
  return (
    <Card
      listed
      title={<span className="wrap-anywhere">{message.subject || t('outbox.textTo', { to: message.to })}</span>}
      aside={
        <Badge tone="info" icon={byEmail ? Mail : MessageSquare}>
          {byEmail ? t('outbox.email') : t('outbox.text')}
        </Badge>
      }
    >
      <p className="mb-3 text-sm text-muted-foreground wrap-anywhere tabular-nums">
        {t('outbox.sent', { to: message.to, at: moment.format(new Date(message.createdAt)) })}
      </p>
      <p className="max-w-form whitespace-pre-line wrap-anywhere">
        {splitLinks(message.text).map((part, index) =>
          part.href ? (
            <a key={index} href={part.href}>
              {part.text}
            </a>
          ) : (
            part.text
          ),
        )}
      </p>
    </Card>
  )
}
