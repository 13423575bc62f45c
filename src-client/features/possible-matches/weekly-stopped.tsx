import { CircleCheck, MailX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { getErrorMessage } from '#client/lib/api/errors.ts'
import { trpc } from '#client/lib/api/trpc.ts'

type AddressProps = { target: string; isStopped: boolean; isBusy: boolean; onResume: () => void }

/** An address, and the way back. Once it is taken, the pressed button is gone and the focus goes to what was done. */
function Address({ target, isStopped, isBusy, onResume }: AddressProps) {
  const { t } = useTranslation()
  const text = useRef<HTMLParagraphElement>(null)
  const wasStopped = useRef(isStopped)
  useEffect(() => {
    if (wasStopped.current && !isStopped) text.current?.focus()
    wasStopped.current = isStopped
  }, [isStopped])
  const Icon = isStopped ? MailX : CircleCheck
  return (
    <li className="flex flex-wrap items-center gap-x-4">
      <p ref={text} tabIndex={-1} className="flex min-w-0 gap-2.5 wrap-anywhere">
        <Icon className="mt-[0.15em] flex-none text-muted-foreground" aria-hidden />
        <span>
          <Trans
            i18nKey={isStopped ? 'possible.weeklyStopped' : 'possible.weeklyResumed'}
            values={{ target }}
            components={{ b: <b /> }}
          />
        </span>
      </p>
      {isStopped && (
        <Button
          variant="quiet"
          size="small"
          className="max-sm:ms-5"
          aria-label={isBusy ? undefined : t('possible.weeklyAgainTo', { target })}
          busy={isBusy && t('notice.saving')}
          onClick={onResume}
        >
          {t('possible.weeklyAgain')}
        </Button>
      )}
    </li>
  )
}

/** The addresses that the reader unsubscribed from the weekly email, each with a press that sends it again. */
export function WeeklyStopped() {
  const utils = trpc.useUtils()
  const stopped = trpc.userView.weeklyUnsubscribes.useQuery(undefined, { meta: { handled: true } }).data?.content ?? []
  // Those that were resumed here stay in sight.
  const [resumed, setResumed] = useState<readonly string[]>([])
  const resume = trpc.userView.weeklyResubscribe.useMutation({
    meta: { handled: true },
    onSuccess: ({ content }, { target }) => {
      setResumed([...resumed, target])
      utils.userView.weeklyUnsubscribes.setData(undefined, { content })
    },
  })
  const shown = [...new Set([...stopped, ...resumed])].toSorted()
  if (shown.length === 0) return null
  return (
    <div className="grid gap-2 print:hidden">
      {resume.error && <Banner tone="danger">{getErrorMessage(resume.error)}</Banner>}
      <ul className="grid gap-1">
        {shown.map((target) => (
          <Address
            key={target}
            target={target}
            isStopped={stopped.includes(target)}
            isBusy={resume.isPending && resume.variables.target === target}
            onResume={() => resume.isPending || resume.mutate({ target })}
          />
        ))}
      </ul>
    </div>
  )
}
