import { useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { trpcClient } from '#client/lib/api/client.ts'
import { getFieldErrors, getErrorMessage, requiresLogin } from '#client/lib/api/errors.ts'
import { goToLogin } from '#client/lib/navigation.ts'
import { messages } from '#shared/contract/messages.ts'
import { CurrentPassword } from '../form/current-password.tsx'
import { Field } from '../form/field.tsx'
import { AlertBox } from '../ui/alert-box.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'

type Problem = { password?: string | undefined; code?: string | undefined; other?: string | undefined }

/** What was typed into the form, what is wrong with it, and its submit. */
function useConfirmation(onAnswer: (confirmed: boolean) => void) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [codeAsked, setCodeAsked] = useState(false)
  const [problem, setProblem] = useState<Problem>({})
  const [pending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()

  const confirm = async () => {
    setPending(true)
    try {
      await trpcClient.auth.confirmPassword.mutate({ password, ...(codeAsked ? { code } : {}) })
      onAnswer(true)
    } catch (error) {
      setPending(false)
      if (requiresLogin(error)) {
        onAnswer(false)
        return goToLogin()
      }
      const fields = getFieldErrors(error)
      // The first error about the code only means that one is required.
      const asksNow = fields.code !== undefined && !codeAsked
      setCodeAsked(codeAsked || asksNow)
      setProblem({
        password: fields.password,
        code: asksNow ? undefined : fields.code,
        other: fields.password || fields.code ? undefined : getErrorMessage(error),
      })
      requestAnimationFrame(() => focus(fields.code === undefined ? 'password' : 'code'))
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (pending) return
    const missing: Problem = {
      ...(password === '' ? { password: messages.required } : {}),
      ...(codeAsked && code.trim() === '' ? { code: messages.required } : {}),
    }
    setProblem(missing)
    if (missing.password) focus('password')
    else if (missing.code) focus('code')
    else void confirm()
  }
  return { form, password, setPassword, code, setCode, codeAsked, problem, pending, submit }
}

/**
 * Asks for the password again, and for the code if the account uses one, over the page of a sensitive action
 * (password-link.ts). Escape and Cancel give up; what was typed on the page stays.
 */
export function ConfirmPasswordDialog({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const { t } = useTranslation()
  const { form, password, setPassword, code, setCode, codeAsked, problem, pending, submit } = useConfirmation(onAnswer)
  return (
    <AlertBox
      onDismiss={() => onAnswer(false)}
      focusOn={() => form.current?.querySelector('input') ?? null}
      title={t('again.title')}
      footer={
        <>
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            {t('again.cancel')}
          </Button>
          <Button onClick={() => form.current?.requestSubmit()} busy={pending && t('again.checking')}>
            {t('again.submit')}
          </Button>
        </>
      }
    >
      <p>{t('again.lead')}</p>
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4 pt-2">
        {problem.other && <Banner tone="danger">{problem.other}</Banner>}
        <CurrentPassword label={t('again.password')} value={password} error={problem.password} onChange={setPassword} />
        {codeAsked && (
          <Field label={t('again.code')} help={t('code.help')} {...(problem.code ? { error: problem.code } : {})}>
            {(control) => (
              <Input
                {...control}
                name="code"
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            )}
          </Field>
        )}
        {/* Without a button, Enter would not submit a form with more than one field. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </AlertBox>
  )
}
