import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/components/form/field.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Input } from '#client/components/ui/input.tsx'
import { getFieldErrors, getErrorMessage } from '#client/lib/api/errors.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { messages } from '#shared/contract/messages.ts'

const focus = () => document.querySelector<HTMLInputElement>('[name=enrollmentCode]')?.focus()

/** An administrator shows that the account is theirs: by another's code, or by a link to its mailbox. */
export function EnrollmentProof() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const refresh = () => utils.authenticator.status.invalidate()
  const prove = trpc.authenticator.prove.useMutation({
    meta: { handled: true },
    onSuccess: refresh,
    onError: (error) => {
      setProblem(getFieldErrors(error).code ?? getErrorMessage(error))
      focus()
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (prove.isPending) return
    setProblem(code.trim() === '' ? messages.required : undefined)
    if (code.trim() === '') focus()
    else prove.mutate({ code })
  }
  return (
    <div className="grid gap-6">
      <p>{t('authenticator.proveLead')}</p>
      <form noValidate onSubmit={submit} className="grid justify-items-start gap-4">
        <Field label={t('authenticator.proveCode')} className="w-full" {...(problem ? { error: problem } : {})}>
          {(control) => (
            <Input
              {...control}
              name="enrollmentCode"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" busy={prove.isPending && t('authenticator.confirming')}>
          {t('authenticator.proveContinue')}
        </Button>
      </form>
      <EnrollmentLink />
    </div>
  )
}

/** The link to the administrator's own mailbox; its button is pressed there, so we check again on request. */
function EnrollmentLink() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const [waiting, setWaiting] = useState(false)
  const send = trpc.authenticator.sendLink.useMutation({ meta: { handled: true } })
  const look = async () => {
    await utils.authenticator.status.refetch()
    setWaiting(true)
  }
  return (
    <section className="grid justify-items-start gap-3 border-t border-border pt-4">
      {send.error && <Banner tone="danger">{getErrorMessage(send.error)}</Banner>}
      {send.data ? (
        <>
          <Banner tone="success">{send.data.message}</Banner>
          <p>{t('authenticator.proveSent')}</p>
          {waiting && <Banner tone="warning">{t('authenticator.proveWaiting')}</Banner>}
          <Button variant="secondary" onClick={() => void look()}>
            {t('authenticator.proveContinue')}
          </Button>
        </>
      ) : (
        <>
          <p>{t('authenticator.proveLink')}</p>
          <Button
            variant="secondary"
            busy={send.isPending && t('authenticator.starting')}
            onClick={() => send.mutate()}
          >
            {t('authenticator.proveSend')}
          </Button>
        </>
      )}
    </section>
  )
}
