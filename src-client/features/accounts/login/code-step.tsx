import { ChevronLeft } from 'lucide-react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/components/form/field.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Input } from '#client/components/ui/input.tsx'
import { messages } from '#shared/contract/messages.ts'

type CodeStepProps = {
  pending: boolean
  /** Why the last code was refused. */
  refusal: string | undefined
  onSubmit: (code: string) => Promise<void>
  onBack: () => void
}

/** The second step of a login with an authenticator app; its script loads on demand. */
export function CodeStep({ pending, refusal, onSubmit, onBack }: CodeStepProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [empty, setEmpty] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setEmpty(code.trim() === '')
    if (code.trim() !== '') await onSubmit(code.trim())
    // Still mounted, so the code was rejected.
    input.current?.focus()
    input.current?.select()
  }
  const error = empty ? messages.required : pending ? undefined : refusal
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <h2 className="text-lg font-semibold">{t('code.title')}</h2>
      <p>{t('code.lead')}</p>
      <Field label={t('code.label')} help={t('code.help')} {...(error ? { error } : {})}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            className="tabular-nums"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" wide busy={pending && t('login.pending')}>
        {t('code.submit')}
      </Button>
      <Button variant="quiet" className="justify-self-start -ms-3" onClick={onBack}>
        <ChevronLeft aria-hidden />
        {t('code.back')}
      </Button>
    </form>
  )
}
