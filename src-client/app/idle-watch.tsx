import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { lastActive } from '#client/lib/activity.ts'
import { goToLogin } from '#client/lib/navigation.ts'
import { inBackground, trpcClient } from '../lib/api/client.ts'
import { requiresLogin } from '../lib/api/errors.ts'
import { logOutNow } from '../lib/session/session.ts'

const IdleDialog = lazy(async () => ({ default: (await import('./idle-dialog.tsx')).IdleDialog }))

const minute = 60_000
/** How long before the end the warning appears. In a very short session it appears earlier, to leave time before it. */
const warningFor = (limit: number) => Math.min(2 * minute, limit / 2)
/** Someone who only types makes no calls but is active too: this is how often the server hears of it. */
const reportAfterMs = (limit: number) => Math.min(minute, limit / 4)
const activityEvents = ['keydown', 'pointerdown', 'wheel'] as const

/** Asks the server who is logged in. In the foreground this counts as activity; in the background it does not. */
async function ask(how?: typeof inBackground): Promise<void> {
  try {
    await trpcClient.currentUser.loginStatus.query(undefined, how)
  } catch (error) {
    if (requiresLogin(error)) goToLogin()
  }
}

/** The server records activity at most this much late (src-server sessions), so its clock may be ahead. */
const serverLag = (minutes: number) => Math.min(minute, minutes * 6_000)
const lookAgainAfter = 10_000

/**
 * Warns before an idle session ends, and leaves for the login page when it has ended.
 * @param minutes without use after which the server ends it
 */
export function IdleWatch({ minutes }: { minutes: number }) {
  const limit = minutes * minute - serverLag(minutes)
  const [minutesLeft, setMinutesLeft] = useState<number>()
  const stirred = useRef(false)
  const isWarned = useRef(false)
  const asked = useRef(0)

  useEffect(() => {
    const onActivity = () => {
      stirred.current = true
    }
    const look = () => {
      const idle = Date.now() - lastActive.get()
      const left = limit - idle
      isWarned.current = left <= warningFor(limit)
      setMinutesLeft(isWarned.current ? Math.max(1, Math.ceil(left / minute)) : undefined)
      if (left <= 0) {
        if (Date.now() - asked.current < lookAgainAfter) return
        asked.current = Date.now()
        void ask(inBackground)
      }
      // After the warning only the button counts: a moved mouse may be an accident.
      else if (!isWarned.current && stirred.current && idle > reportAfterMs(limit)) {
        stirred.current = false
        void ask()
      }
    }
    const timer = setInterval(look, 1_000)
    const forget = lastActive.subscribe(look)
    for (const mark of activityEvents) addEventListener(mark, onActivity, { passive: true })
    // A laptop that was closed resumes here.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      forget()
      for (const mark of activityEvents) removeEventListener(mark, onActivity)
      document.removeEventListener('visibilitychange', look)
    }
  }, [limit])

  if (minutesLeft === undefined) return null
  return (
    <Suspense>
      <IdleDialog minutesLeft={minutesLeft} onStay={() => void ask()} onLeave={() => void logOutNow()} />
    </Suspense>
  )
}
