import { lazy, Suspense } from 'react'
import { passwordQuestion } from '#client/lib/confirm-password.ts'
import { loadCodeTexts } from '#client/lib/i18n/i18n.ts'
import { prompts } from '#client/lib/prompts.ts'
import { useStore } from '#client/lib/store.ts'
import { toasts } from '#client/lib/toasts.ts'

const PromptHost = lazy(async () => ({
  default: (await import('#client/components/dialogs/prompt-host.tsx')).PromptHost,
}))
const ToastHost = lazy(async () => ({
  default: (await import('#client/components/dialogs/toast-host.tsx')).ToastHost,
}))

const PasswordQuestion = lazy(async () => {
  await loadCodeTexts()
  return { default: (await import('#client/components/dialogs/password-question.tsx')).PasswordQuestion }
})

/** Questions, messages and toasts, over every page; their parts load with the first of them. */
export function Hosts() {
  const asked = useStore(prompts).length > 0
  const password = useStore(passwordQuestion)
  const told = useStore(toasts).length > 0
  return (
    <Suspense>
      {asked && <PromptHost />}
      {password && <PasswordQuestion onAnswer={password.answer} />}
      {told && <ToastHost />}
    </Suspense>
  )
}
