import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { lastActive } from '#client/lib/activity.ts'
import { wantsLogin } from '../lib/api/errors.ts'
import { goToLogin } from '#client/lib/navigation.ts'
import { logOutNow } from '../lib/session/session.ts'
import { inBackground, trpcClient } from '../lib/api/client.ts'

const IdleDialog = lazy(async () => ({ default: (await import('./idle-dialog.tsx')).IdleDialog }))

const minute = 60_000
/** The warning comes this long before the end; earlier in a very short session, so that there is a time before it. */
const warningFor = (limit: number) => Math.min(2 * minute, limit / 2)
/** Somebody who types, but calls nothing, is there too: the server is told this often. */
const tellAfter = (limit: number) => Math.min(minute, limit / 4)
const marksOfLife = ['keydown', 'pointerdown', 'wheel'] as const

/** Asks the server who is signed in: a mark of life, or in the background a mere look. */
async function ask(how?: typeof inBackground): Promise<void> {
  try {
    await trpcClient.currentUser.loginStatus.query(undefined, how)
  } catch (error) {
    if (wantsLogin(error)) goToLogin()
  }
}

/** The server writes down a sign of life this late at most (src-server/features/accounts/session/sessions.ts): its clock may be ahead. */
const serverLag = (minutes: number) => Math.min(minute, minutes * 6_000)
const lookAgainAfter = 10_000

/**
 * Warns before an idle session ends, and leaves for the login page when it has ended (decisions, section 4).
 * @param minutes without use after which the server ends it
 */
export function IdleWatch({ minutes }: { minutes: number }) {
  const limit = minutes * minute - serverLag(minutes)
  const [minutesLeft, setMinutesLeft] = useState<number>()
  const stirred = useRef(false)
  const warned = useRef(false)
  const asked = useRef(0)

  useEffect(() => {
    const stir = () => {
      stirred.current = true
    }
    const look = () => {
      const idle = Date.now() - lastActive.get()
      const left = limit - idle
      warned.current = left <= warningFor(limit)
      setMinutesLeft(warned.current ? Math.max(1, Math.ceil(left / minute)) : undefined)
      if (left <= 0) {
        if (Date.now() - asked.current < lookAgainAfter) return
        asked.current = Date.now()
        void ask(inBackground)
      }
      // Once warned, only the button counts: a hand on the mouse may be an accident.
      else if (!warned.current && stirred.current && idle > tellAfter(limit)) {
        stirred.current = false
        void ask()
      }
    }
    const timer = setInterval(look, 1_000)
    const forget = lastActive.subscribe(look)
    for (const mark of marksOfLife) addEventListener(mark, stir, { passive: true })
    // A laptop that was closed wakes up here.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      forget()
      for (const mark of marksOfLife) removeEventListener(mark, stir)
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
