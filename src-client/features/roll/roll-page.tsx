import { useTranslation } from 'react-i18next'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { inBackground } from '#client/lib/api/client.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { CurrentCard, FormerCard } from './current-cards.tsx'
import { PendingCard, UploadProgress } from './pending-card.tsx'
import { ProblemsCard } from './problems-card.tsx'
import { ReadyCard } from './ready-card.tsx'
import type { RollVersion, RollVersions } from './roll-types.ts'
import { UploadCard } from './upload-card.tsx'
import { useUpload } from './use-upload.ts'

const whileComingMs = 1_000

const isMoving = (versions: RollVersions | undefined) =>
  versions?.coming !== null && versions?.coming !== undefined && versions.coming.state !== 'loaded'

const hasProblems = (roll: RollVersion | null): roll is RollVersion =>
  roll !== null && Object.keys(roll.problemCounts).length > 0

function FailedBanner({ roll }: { roll: RollVersion }) {
  const { t } = useTranslation()
  return (
    <Banner tone="danger" className="max-w-[52rem]">
      <b>{t('roll.failure.title')}</b>
      <p>
        {roll.fileName}: {roll.failure}
      </p>
      <p>{t('roll.failure.kept')}</p>
    </Banner>
  )
}

type Coming = { versions: RollVersions; onChanged: () => Promise<unknown> }

/** The form, or the state of the chosen file. */
function NextRoll({ versions: { coming, current, failed, mapping }, onChanged }: Coming) {
  const { active, start, stop } = useUpload(onChanged)
  if (active) return <UploadProgress upload={active} onStop={stop} />
  if (coming?.state === 'loaded')
    return (
      <>
        <ReadyCard roll={coming} current={current} onChanged={onChanged} />
        {hasProblems(coming) && <ProblemsCard roll={coming} />}
      </>
    )
  if (coming) return <PendingCard roll={coming} onChanged={onChanged} />
  return (
    <>
      {failed && <FailedBanner roll={failed} />}
      <UploadCard mapping={mapping} onStart={start} />
    </>
  )
}

/** The county's parcel roll: the version in use, the way to a new one, and the way back. */
export function RollPage() {
  const { t } = useTranslation()
  const list = trpc.rollVersions.list.useQuery(undefined, {
    trpc: inBackground,
    staleTime: 0,
    refetchInterval: ({ state }) => (isMoving(state.data?.content) ? whileComingMs : false),
    meta: { handled: true },
  })
  const versions = list.data?.content
  return (
    <>
      <PageTitle title={t('roll.title')} />
      <p className="max-w-prose">{t('roll.lead')}</p>
      {!versions && (
        <Card className="max-w-[52rem]">
          <LoadingOrFailed query={list} loading={t('roll.loading')} failed={t('roll.failed')} lines={6} />
        </Card>
      )}
      {versions && (
        <>
          <NextRoll versions={versions} onChanged={list.refetch} />
          <CurrentCard roll={versions.current} />
          {versions.former.length > 0 && (
            <FormerCard rolls={versions.former} inUse={versions.current?.parcels ?? 0} onChanged={list.refetch} />
          )}
          {!versions.coming && hasProblems(versions.current) && <ProblemsCard roll={versions.current} />}
        </>
      )}
    </>
  )
}
