import { Mail, MessageSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '#shared/domain/dates.ts'
import { Badge } from '#client/components/ui/badge.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { useStartContent } from '#client/lib/api/start-content.ts'
import type { InboxEntry } from './read-inbox.ts'
import { splitLinks } from './split-links.ts'

const kinds = {
  EMAIL: { icon: Mail, label: 'outbox.email' },
  PHONE: { icon: MessageSquare, label: 'outbox.text' },
} as const

/** A message as plain text, with its web addresses as links. */
export function InboxMessage({ message }: { message: InboxEntry }) {
  const { t } = useTranslation()
  const start = useStartContent()
  const at = start ? formatTime(new Date(message.createdAt), start.timeZone) : ''
  const { icon, label } = kinds[message.channel]
  return (
    <Card
      listed
      title={<span className="wrap-anywhere">{message.subject || t('outbox.textTo', { to: message.to })}</span>}
      aside={
        <Badge tone="info" icon={icon}>
          {t(label)}
        </Badge>
      }
    >
      <p className="mb-3 text-sm text-muted-foreground wrap-anywhere tabular-nums">
        {message.subject ? t('outbox.sent', { to: message.to, at }) : at}
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
