import type { inferRouterOutputs } from '@trpc/server'
import { useTranslation } from 'react-i18next'
import type { AppRouter } from '#server/router.ts'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { CardPair, ResidentPage } from '#client/components/layout/resident-page.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { SlideShow } from '#client/components/slides/slide-show.tsx'
import { useLiveInterval } from '#client/lib/live-updates.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { inBackground } from '#client/lib/api/client.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { useResend } from '../alerts/status/use-resend.ts'
import { ContactCard, Disclaimer, LinksCard, NewsCard } from './county-cards.tsx'
import { HistoryCard } from './history-card.tsx'
import { MyAlertsCard } from './my-alerts-card.tsx'
import { LeftStopped, StopsCard } from './suppressions-card.tsx'
import { useStops } from './use-suppression-actions.ts'
import { WaitingCard } from './unverified-card.tsx'

/** A match, or an address confirmed elsewhere, shows by itself. */
const everyFewSeconds = 10_000

type HomePageProps = {
  onAdd: () => void
  onAddHousehold: () => void
  /** Where all alerts, and the whole history, are shown. */
  alertsHref: string
  historyHref: string
}

type HomeContent = inferRouterOutputs<AppRouter>['home']['all']['content']

/** News beside contact and links, as far as the county has them. */
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

/** What the reader watches and was told. One call fills all cards; the county's selections choose them. */
export function HomePage({ onAdd, onAddHousehold, alertsHref, historyHref }: HomePageProps) {
  const { t } = useTranslation()
  const home = trpc.home.all.useQuery(undefined, {
    trpc: inBackground,
    refetchInterval: useLiveInterval(everyFewSeconds),
  })
  const resend = useResend()
  const stops = useStops()
  const county = useStartContent()?.county || t('login.theCounty')
  const title = <PageTitle title={t('home.title')} />

  if (!home.data) {
    return (
      <ResidentPage>
        {title}
        <Card>
          <LoadingOrFailed
            query={home}
            loading={t('home.loading')}
            failed={t('home.failed')}
            still={t('home.failedStill')}
            lines={8}
          />
        </Card>
      </ResidentPage>
    )
  }

  const { told, stoppedAlerts, myAlerts, waiting, alertHistory, selections, numberOfSlides } = home.data.content
  return (
    <ResidentPage>
      {title}
      <StopsCard told={told} stoppedAlerts={stoppedAlerts} {...stops} />
      <WaitingCard waiting={waiting} pending={myAlerts.counts.pending} {...resend} />
      <LeftStopped told={told} {...stops} />
      <MyAlertsCard {...myAlerts} onAdd={onAdd} onAddHousehold={onAddHousehold} detailsHref={alertsHref} />
      <HistoryCard events={alertHistory.outgoingEvents} total={alertHistory.total} detailsHref={historyHref} />
      {selections.loginSlides && <SlideShow count={numberOfSlides} county={county} />}
      <CountyCards content={home.data.content} />
      {selections.disclaimer && <Disclaimer />}
    </ResidentPage>
  )
}
