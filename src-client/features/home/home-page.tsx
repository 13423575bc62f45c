import type { inferRouterOutputs } from '@trpc/server'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { CountyContact } from '#client/components/layout/county-contact.tsx'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { CardPair, ResidentPage } from '#client/components/layout/resident-page.tsx'
import { SlideShow } from '#client/components/slides/slide-show.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { useResend } from '#client/features/alerts/public.ts'
import { PossibleMatchesCard } from '#client/features/possible-matches/public.ts'
import { inBackground } from '#client/lib/api/client.ts'
import { useLiveInterval } from '#client/lib/api/live-query.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import type { AppRouter } from '#server/routers/router.ts'
import { nameInSentence } from '#shared/settings/county-name.ts'
import { CalmLine } from './calm-line.tsx'
import { ContactCard, Disclaimer, LinksCard, NewsCard } from './county-cards.tsx'
import { FormerContacts } from './former-contacts.tsx'
import { HistoryCard } from './history-card.tsx'
import { MyAlertsCard } from './my-alerts-card.tsx'
import { DismissedSuppressions, SuppressionsCard } from './suppressions-card.tsx'
import { UnansweredRecords } from './unanswered-records.tsx'
import { UnverifiedCard } from './unverified-card.tsx'
import { useSuppressionActions } from './use-suppression-actions.ts'

/** New matches, and addresses confirmed elsewhere, appear automatically. */
const refetchMs = 10_000

type HomePageProps = {
  onAdd: () => void
  onAddHousehold: () => void
  /** The addresses of all alerts and of the full history. */
  alertsHref: string
  historyHref: string
  /** Of all records that may be about the reader. */
  possibleHref: string
}

type HomeContent = inferRouterOutputs<AppRouter>['home']['all']['content']

/** News next to contact and links, as far as the county has them. */
function CountyCards({ content: { latestNews, links, common, selections } }: { content: HomeContent }) {
  const contact = selections.contactUs && (common.contactPhone || common.contactEmail)
  const news = latestNews.paragraphs.length > 0
  const side = contact || links.paragraphs.length > 0
  if (!news && !side) return null
  return (
    <CardPair>
      {news && <NewsCard news={latestNews.paragraphs} />}
      {side && (
        <div className="grid content-start gap-stack">
          {contact && <ContactCard phone={common.contactPhone} email={common.contactEmail} />}
          {links.paragraphs.length > 0 && <LinksCard links={links.paragraphs} />}
        </div>
      )}
    </CardPair>
  )
}

/** The home page while its call is running, or why the call failed. */
function HomeLoading({ query }: Pick<ComponentProps<typeof LoadingOrFailed>, 'query'>) {
  const { t } = useTranslation()
  return (
    <ResidentPage>
      <PageTitle title={t('home.title')} />
      <Card>
        <LoadingOrFailed
          query={query}
          loading={t('home.loading')}
          failed={t('home.failed')}
          hint={t('home.failedStill')}
          lines={8}
        />
        {query.error ? (
          <div className="mt-4">
            <CountyContact />
          </div>
        ) : null}
      </Card>
    </ResidentPage>
  )
}

/** The reader's alerts and matches. One call fills all cards, and the county's settings select them. */
export function HomePage({ onAdd, onAddHousehold, alertsHref, historyHref, possibleHref }: HomePageProps) {
  const { t } = useTranslation()
  const home = trpc.home.all.useQuery(undefined, {
    trpc: inBackground,
    refetchInterval: useLiveInterval(refetchMs),
  })
  const resend = useResend()
  const stops = useSuppressionActions()
  const county = nameInSentence(useStartContent()?.county ?? '', t('login.theCounty'))

  if (!home.data) return <HomeLoading query={home} />

  const {
    suppressions,
    stoppedAlerts,
    myAlerts,
    waiting,
    alertHistory,
    unanswered,
    possible,
    selections,
    numberOfSlides,
  } = home.data.content
  const { active, silent, pending } = myAlerts.counts
  const isWatching = active + silent + pending > 0
  const isLead = unanswered.total + waiting.length + suppressions.length + stoppedAlerts.length === 0
  return (
    <ResidentPage>
      <PageTitle title={t('home.title')} />
      <UnansweredRecords {...unanswered} historyHref={historyHref} />
      <SuppressionsCard suppressions={suppressions} stoppedAlerts={stoppedAlerts} {...stops} />
      <UnverifiedCard waiting={waiting} pending={myAlerts.counts.pending} {...resend} />
      <DismissedSuppressions suppressions={suppressions} {...stops} />
      <FormerContacts contacts={home.data.content.formerContacts} />
      <PossibleMatchesCard {...possible} detailsHref={possibleHref} />
      {isWatching && (
        <CalmLine
          lastRecords={home.data.content.lastRecords}
          matched={unanswered.matched}
          answered={unanswered.answered}
          waiting={unanswered.total}
          isLead={isLead}
        />
      )}
      <MyAlertsCard {...myAlerts} onAdd={onAdd} onAddHousehold={onAddHousehold} detailsHref={alertsHref} />
      <HistoryCard records={alertHistory.records} total={alertHistory.recordTotal} detailsHref={historyHref} />
      {/* The slides explain the service to those who do not use it yet. */}
      {selections.loginSlides && myAlerts.total === 0 && <SlideShow count={numberOfSlides} county={county} />}
      <CountyCards content={home.data.content} />
      {selections.disclaimer && <Disclaimer />}
    </ResidentPage>
  )
}
