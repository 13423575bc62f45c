import { Trans, useTranslation } from 'react-i18next'
import { Link, useParams } from 'wouter'
import { OutcomePage } from '#client/components/layout/outcome-page.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { getErrorMessage } from '#client/lib/api/errors.ts'
import { homePath } from '#client/lib/navigation.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { LinkLoader } from './link-loader.tsx'
import { linkQueryOptions } from './link-query-options.ts'

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
    <OutcomePage
      done={kept ? true : undefined}
      title={kept ? t('keep.doneTitle') : t('keep.title')}
      footer={
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
      {keep.error && <Banner tone="danger">{getErrorMessage(keep.error)}</Banner>}
      <p>
        <Trans
          i18nKey={kept ? 'keep.done' : day ? 'keep.lead' : 'keep.leadNoDay'}
          values={{ username, day }}
          components={{ b: <b /> }}
        />
      </p>
      {!kept && <p className="text-sm text-muted-foreground">{t('keep.otherwise')}</p>}
    </OutcomePage>
  )
}

/** /keep/{token}: one press keeps an account that is about to be purged. Opening the page changes nothing. */
export function KeepAccountPage() {
  const { token = '' } = useParams()
  const letter = trpc.notices.letter.useQuery({ token }, linkQueryOptions)
  return (
    <LinkLoader query={letter} lines={4}>
      {(content) => <Keep token={token} letter={content} />}
    </LinkLoader>
  )
}
