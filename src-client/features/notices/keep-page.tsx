import { Trans, useTranslation } from 'react-i18next'
import { Link, useParams } from 'wouter'
import { Outcome } from '#client/components/layout/outcome.tsx'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { LoadFailed } from '#client/components/ui/empty-state.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { isAnswer, messageOf } from '#client/lib/errors.ts'
import { homePath } from '#client/lib/navigation.ts'
import { trpc } from '#client/lib/trpc.ts'

type Letter = { username: string; day: string; kept: boolean }

function Keep({ token, letter }: { token: string; letter: Letter }) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const keep = trpc.notices.keepAlerts.useMutation({
    meta: { handled: true },
    onSuccess: (reply) => utils.notices.letter.setData({ token }, reply),
  })
  const { username, day, kept } = letter
  return (
    <Outcome
      done={kept ? true : undefined}
      title={kept ? t('keep.doneTitle') : t('keep.title')}
      foot={
        kept ? (
          <Button variant="secondary" asChild>
            <Link href={homePath}>{t('confirm.toAlerts')}</Link>
          </Button>
        ) : (
          <Button busy={keep.isPending && t('keep.keeping')} onClick={() => keep.mutate({ token })}>
            {t('keep.button')}
          </Button>
        )
      }
    >
      {keep.error && <Banner tone="danger">{messageOf(keep.error)}</Banner>}
      <p>
        <Trans
          i18nKey={kept ? 'keep.done' : day ? 'keep.lead' : 'keep.leadNoDay'}
          values={{ username, day }}
          components={{ b: <b /> }}
        />
      </p>
      {!kept && <p className="text-sm text-muted-foreground">{t('keep.otherwise')}</p>}
    </Outcome>
  )
}

/** /keep/{token}: one press keeps an account that was about to be purged. Opening the page changes nothing. */
export function KeepPage() {
  const { t } = useTranslation()
  const { token = '' } = useParams()
  const letter = trpc.notices.letter.useQuery({ token }, { meta: { handled: true }, staleTime: Infinity })
  if (letter.data) return <Keep token={token} letter={letter.data.content} />
  if (letter.error && isAnswer(letter.error)) {
    return (
      <Outcome
        done={false}
        title={t('notice.badLink')}
        foot={
          <Button variant="secondary" asChild>
            <Link href={homePath}>{t('confirm.toAlerts')}</Link>
          </Button>
        }
      >
        <p>{messageOf(letter.error)}</p>
      </Outcome>
    )
  }
  return (
    <ResidentPage>
      {letter.error && <PageTitle title={t('notice.failed')} />}
      <Card>
        {letter.error ? (
          <LoadFailed
            what={messageOf(letter.error)}
            still={t('notice.failedStill')}
            onRetry={() => void letter.refetch()}
            retrying={letter.isFetching}
          />
        ) : (
          <Skeleton label={t('notice.loading')} lines={4} />
        )}
      </Card>
    </ResidentPage>
  )
}
