import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOnline } from '#client/lib/online.ts'
import { Banner } from '../ui/banner.tsx'

type UnansweredNoticeProps = {
  /** Why the last submit got no answer; undefined if it got one, or there was none. */
  message: string | undefined
  /** Something was typed, so it matters that the form cannot be saved now. */
  isDirty: boolean
}

/** At the end of a form: its save got no answer, or would get none now. The form's button tries again. */
export function UnansweredNotice({ message, isDirty }: UnansweredNoticeProps) {
  const { t } = useTranslation()
  const isOnline = useIsOnline()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message !== undefined) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  const isOffline = !isOnline && isDirty
  if (message === undefined && !isOffline) return null
  return (
    <div ref={notice} className="mt-5 scroll-my-24">
      <Banner tone={message === undefined ? 'warning' : 'danger'}>
        {isOffline ? t('errors.offlineKept') : message}
      </Banner>
    </div>
  )
}
