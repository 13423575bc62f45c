import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearch } from 'wouter'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { homePath } from '#client/lib/navigation.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { LinkLoader } from './link-loader.tsx'
import { linkQueryOptions } from './link-query-options.ts'
import { NoticeLoader, noticeLines } from './notice-loader.tsx'
import { chosenAnswer, type NoticeView } from './notice-view.ts'
import { NarrowOffers } from './narrow-offers.tsx'
import { RecordAnswer } from './record-answer.tsx'
import { RecordDetails, MatchReasons } from './record-details.tsx'

function Notice({ token, notice }: { token: string; notice: NoticeView }) {
  const { t } = useTranslation()
  const chosen = chosenAnswer(useSearch())
  return (
    <ResidentPage narrow className="max-sm:gap-3 max-sm:pt-3">
      <PageTitle title={t('record.title')} className="max-sm:text-[1.625rem]" />
      {notice.documentIdentifier !== '' && <RecordAnswer token={token} notice={notice} chosen={chosen} isPage />}
      {notice.answer !== 'not-me' && notice.narrowing.alerts.length > 0 && (
        <Card title={t('notice.narrowing.applied')}>
          <NarrowOffers token={token} notice={notice} />
        </Card>
      )}
      <RecordDetails notice={notice} />
      <MatchReasons notice={notice} />
      <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full print:hidden">
        <Button variant="secondary" asChild>
          <Link href={homePath}>{t('confirm.toAlerts')}</Link>
        </Button>
        <Button variant="quiet" onClick={() => print()}>
          <Printer aria-hidden />
          {t('notice.print')}
        </Button>
      </div>
      <p className="max-w-prose text-sm text-muted-foreground">{t('notice.note')}</p>
    </ResidentPage>
  )
}

/** /notice/{token}: the record of a message, and the reader's answer to it. Opening it changes nothing. */
export function NoticePage() {
  const { token = '' } = useParams()
  return <LoadedNotice token={token} />
}

/** /home/notice/{id}: the same page, from the history of a signed-in reader. */
export function OwnNoticePage() {
  const { id } = useParams()
  const own = trpc.notices.own.useQuery({ id: Number(id) }, linkQueryOptions)
  return (
    <LinkLoader query={own} lines={noticeLines}>
      {({ token }) => <LoadedNotice token={token} />}
    </LinkLoader>
  )
}

function LoadedNotice({ token }: { token: string }) {
  return <NoticeLoader token={token}>{(notice) => <Notice token={token} notice={notice} />}</NoticeLoader>
}
