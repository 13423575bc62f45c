import { MessageSquareReply } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { NoticeAnswer } from '#shared/contract/alert.ts'
import { cn } from '#client/lib/cn.ts'

/** 'You said: This looks wrong': what the reader answered to a notice. */
export function ReaderSaid({ answer, className }: { answer: NoticeAnswer; className?: string }) {
  const { t } = useTranslation()
  return (
    <p className={cn('flex gap-2 font-semibold', className)}>
      <MessageSquareReply className="mt-[0.15em] text-muted-foreground" aria-hidden />
      {t(`historyList.said.${answer}`)}
    </p>
  )
}
