import { useTranslation } from 'react-i18next'
import { Badge } from '#client/components/ui/badge.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { channelIcons } from '#client/components/ui/channel-icons.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { formatTime } from '#shared/domain/dates.ts'
import type { InboxEntry } from './read-inbox.ts'
import { splitLinks } from './split-links.ts'

const labels = { EMAIL: 'outbox.email', PHONE: 'outbox.text' } as const

/** A message as plain text, with its web addresses as links. */
export function InboxMessage({ message }: { message: InboxEntry }) {
  const { t } = useTranslation()
  const start = useStartContent()
  const at = start ? formatTime(new Date(message.createdAt), start.timeZone) : ''
  return (
    <Card
      listed
      title={<span className="wrap-anywhere">{message.subject || t('outbox.textTo', { to: message.to })}</span>}
      aside={
        <Badge tone="info" icon={channelIcons[message.channel]}>
          {t(labels[message.channel])}
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
