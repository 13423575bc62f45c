import { MessageSquareReply } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OutgoingEventView } from '#shared/contract/outgoing-event.ts'
import { cn } from '#client/lib/cn.ts'

/** 'Answered: This looks wrong': the answer to this notice, or to another notice about the same record. */
export function AnswerLine({ event, className }: { event: OutgoingEventView; className?: string }) {
  const { t } = useTranslation()
  if (!event.answer) return null
  return (
    <p className={cn('flex gap-2 font-semibold wrap-anywhere', className)}>
      <MessageSquareReply className="mt-[0.15em] text-muted-foreground" aria-hidden />
      {t(event.answerTo ? 'historyList.saidTo' : 'historyList.said', {
        answer: t(`notice.answers.${event.answer}`),
        target: event.answerTo,
      })}
    </p>
  )
}
