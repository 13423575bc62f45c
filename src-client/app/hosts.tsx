import { lazy, Suspense, useEffect } from 'react'
import { passwordPrompt } from '../lib/api/confirm-password.ts'
import { loadCodeTexts } from '#client/lib/i18n/i18n.ts'
import { logWarning } from '#client/lib/log.ts'
import { prompts } from '../lib/dialogs/prompts.ts'
import { useStore } from '#client/lib/store.ts'
import { toasts } from '../lib/dialogs/toasts.ts'

const loadPrompts = () => import('#client/components/dialogs/prompt-host.tsx')
const loadToasts = () => import('#client/components/dialogs/toast-host.tsx')

/** After that the page stands, and what it may have to tell is fetched ahead; earlier where its reader begins to act. */
const aheadMs = 5000
const firstActs = ['pointerdown', 'keydown'] as const
const tryAgainMs = 5000

const networkIsBack = () =>
  new Promise<void>((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
    setTimeout(resolve, tryAgainMs)
  })

/** Goes on trying: that a message cannot be drawn yet must not cost the page beneath it, with all that was typed. */
async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      logWarning('A part of the page could not be loaded.', error)
      await networkIsBack()
    }
  }
}

const PromptHost = lazy(async () => ({ default: (await patiently(loadPrompts)).PromptHost }))
const ToastHost = lazy(async () => ({ default: (await patiently(loadToasts)).ToastHost }))

const ConfirmPasswordDialog = lazy(async () => {
  await patiently(loadCodeTexts)
  const { ConfirmPasswordDialog: question } = await patiently(
    () => import('../components/dialogs/confirm-password-dialog.tsx'),
  )
  return { default: question }
})

/** Questions, messages and toasts, over every page; their parts load after it, for they also tell that the network is gone. */
export function Hosts() {
  const asked = useStore(prompts).length > 0
  const password = useStore(passwordPrompt)
  const told = useStore(toasts).length > 0
  useEffect(() => {
    const waiting = new AbortController()
    const load = () => {
      waiting.abort()
      void Promise.allSettled([loadPrompts(), loadToasts()])
    }
    const timer = setTimeout(load, aheadMs)
    waiting.signal.addEventListener('abort', () => clearTimeout(timer))
    for (const act of firstActs) window.addEventListener(act, load, { signal: waiting.signal })
    return () => waiting.abort()
  }, [])
  // Each by itself: one that waits for its part would take down a toast for that time, which then comes back above.
  return (
    <>
      <Suspense>{asked && <PromptHost />}</Suspense>
      <Suspense>{password && <ConfirmPasswordDialog onAnswer={password.answer} />}</Suspense>
      <Suspense>{told && <ToastHost />}</Suspense>
    </>
  )
}
