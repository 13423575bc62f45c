import { lazy, Suspense, useEffect } from 'react'
import { loadCodeTexts } from '#client/lib/i18n/i18n.ts'
import { logWarning } from '#client/lib/log.ts'
import { isOnline } from '#client/lib/online.ts'
import { useStore } from '#client/lib/store.ts'
import { passwordPrompt } from '../lib/api/confirm-password.ts'
import { prompts } from '../lib/dialogs/prompts.ts'
import { toasts } from '../lib/dialogs/toasts.ts'

const loadPrompts = () => import('#client/components/dialogs/prompt-host.tsx')
const loadToasts = () => import('#client/components/dialogs/toast-host.tsx')

/** Prefetches the dialogs once the page has settled, or as soon as its reader interacts with it. */
const prefetchMs = 5000
const firstInteractions = ['pointerdown', 'keydown'] as const
const tryAgainMs = 5000

const networkIsBack = () =>
  new Promise<void>((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
    setTimeout(resolve, tryAgainMs)
  })

/** In the error of a failed import, which names the script. */
const scriptAddress = /https?:\S+?\.js/

/**
 * Retries until the dialogs have loaded: a message that cannot be shown yet must not take down the page and what was
 * typed in it. Browsers keep a failed script under its address (HTML, module map), so a script is asked for under
 * another one.
 */
async function untilLoaded<T>(load: () => Promise<T>, { isScript = true } = {}): Promise<T> {
  for (let next = load, tries = 1; ; tries++) {
    try {
      return await next()
    } catch (error) {
      // The first failure may be one that the browser kept from when there was no network.
      const maybeKept = tries === 1 && isOnline()
      if (!maybeKept) {
        if (isOnline()) logWarning('A part of the page could not be loaded.', error)
        await networkIsBack()
      }
      const address = scriptAddress.exec(String(error))?.[0]
      if (isScript && address) next = () => import(/* @vite-ignore */ `${address}?again=${tries}`) as Promise<T>
    }
  }
}

const PromptHost = lazy(async () => ({ default: (await untilLoaded(loadPrompts)).PromptHost }))
const ToastHost = lazy(async () => ({ default: (await untilLoaded(loadToasts)).ToastHost }))

const ConfirmPasswordDialog = lazy(async () => {
  await untilLoaded(loadCodeTexts, { isScript: false })
  const { ConfirmPasswordDialog: question } = await untilLoaded(
    () => import('../components/dialogs/confirm-password-dialog.tsx'),
  )
  return { default: question }
})

/**
 * Questions, messages and toasts, above every page. They load after it, because they also report that the network is
 * down.
 */
export function Hosts() {
  const asked = useStore(prompts).length > 0
  const password = useStore(passwordPrompt)
  const hasToasts = useStore(toasts).length > 0
  useEffect(() => {
    const waiting = new AbortController()
    const load = () => {
      waiting.abort()
      void Promise.allSettled([loadPrompts(), loadToasts()])
    }
    const timer = setTimeout(load, prefetchMs)
    waiting.signal.addEventListener('abort', () => clearTimeout(timer))
    for (const act of firstInteractions) window.addEventListener(act, load, { signal: waiting.signal })
    return () => waiting.abort()
  }, [])
  // Separate boundaries: otherwise one that is still loading would hide a toast, which would then appear twice.
  return (
    <>
      <Suspense>{asked && <PromptHost />}</Suspense>
      <Suspense>{password && <ConfirmPasswordDialog onAnswer={password.answer} />}</Suspense>
      <Suspense>{hasToasts && <ToastHost />}</Suspense>
    </>
  )
}
