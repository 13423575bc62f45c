import { useId, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/components/form/field.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Input } from '#client/components/ui/input.tsx'
import { getFieldErrors, getErrorMessage } from '#client/lib/api/errors.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { messages } from '#shared/contract/messages.ts'

type Enrollment = { secret: string; qr: { size: number; path: string } }

/** The margin that scanners need around the code, in squares. */
const quietZone = 4

function QrPicture({ qr, label }: { qr: Enrollment['qr']; label: string }) {
  const side = qr.size + 2 * quietZone
  return (
    // Dark on white in both themes, as scanners need it.
    <svg
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot show it: the security policy allows our own files alone
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-64 max-w-full rounded-md"
    >
      <rect x={-quietZone} y={-quietZone} width={side} height={side} fill="#fff" />
      <path d={qr.path} fill="#000" />
    </svg>
  )
}

/** 'ABCD EFGH …': groups are easier to read from a screen. */
const groupByFour = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

function EnrollmentForm({ enrollment, onDone }: { enrollment: Enrollment; onDone: (recoveryCodes: string[]) => void }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const inputId = useId()
  const confirm = trpc.authenticator.confirm.useMutation({
    meta: { handled: true },
    onSuccess: ({ content }) => onDone(content.recoveryCodes),
    onError: (error) => {
      setProblem(getFieldErrors(error).code ?? getErrorMessage(error))
      document.querySelector<HTMLInputElement>(`[data-code="${inputId}"]`)?.focus()
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setProblem(code.trim() === '' ? messages.required : undefined)
    if (code.trim() !== '' && !confirm.isPending) confirm.mutate({ code })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <section className="grid justify-items-start gap-2">
        <h2 className="text-lg font-semibold">1. {t('authenticator.scan')}</h2>
        <p>{t('authenticator.scanDetail')}</p>
        <QrPicture qr={enrollment.qr} label={t('authenticator.picture')} />
        <p className="mt-2">{t('authenticator.key')}:</p>
        <code className="rounded-md border border-border bg-muted px-3 py-2 font-mono text-lg wrap-anywhere">
          {groupByFour(enrollment.secret)}
        </code>
      </section>
      <section className="grid gap-2">
        <h2 className="text-lg font-semibold">2. {t('authenticator.prove')}</h2>
        <div className="flex flex-wrap items-end gap-3">
          <Field
            label={t('code.label')}
            help={t('authenticator.proveHelp')}
            className="flex-[1_1_14rem]"
            {...(problem ? { error: problem } : {})}
          >
            {(control) => (
              <Input
                {...control}
                data-code={inputId}
                inputMode="numeric"
                autoComplete="one-time-code"
                className="tabular-nums"
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" busy={confirm.isPending && t('authenticator.confirming')}>
            {t('authenticator.confirm')}
          </Button>
        </div>
      </section>
    </form>
  )
}

type SetupProps = {
  /** The introduction: why to use an app, or that it is required. */
  lead: string
  onDone: (recoveryCodes: string[]) => void
}

/** Sets up an authenticator app: a code to scan, the same code as text, and a check that the app works. */
export function AuthenticatorSetup({ lead, onDone }: SetupProps) {
  const { t } = useTranslation()
  const begin = trpc.authenticator.begin.useMutation({ meta: { handled: true } })
  if (begin.data) return <EnrollmentForm enrollment={begin.data.content} onDone={onDone} />
  return (
    <div className="grid justify-items-start gap-4">
      {begin.error && <Banner tone="danger">{getErrorMessage(begin.error)}</Banner>}
      <p>{lead}</p>
      <Button onClick={() => begin.mutate()} busy={begin.isPending && t('authenticator.starting')}>
        {t('authenticator.start')}
      </Button>
    </div>
  )
}
