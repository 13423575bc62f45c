import { lazy, Suspense } from 'react'
import { prompts } from '#client/lib/prompts.ts'
import { useStore } from '#client/lib/store.ts'
import { toasts } from '#client/lib/toasts.ts'

const PromptHost = lazy(async () => ({
  default: (await import('#client/components/dialogs/prompt-host.tsx')).PromptHost,
}))
const ToastHost = lazy(async () => ({
  default: (await import('#client/components/dialogs/toast-host.tsx')).ToastHost,
}))

/** Questions, messages and toasts, over every page; their parts load with the first of them. */
export function Hosts() {
  const asked = useStore(prompts).length > 0
  const told = useStore(toasts).length > 0
  return (
    <Suspense>
      {asked && <PromptHost />}
      {told && <ToastHost />}
    </Suspense>
  )
}
