import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { panelPath } from '#client/lib/navigation.ts'
import { useCurrentUser } from '#client/lib/session/current-user.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { ChangesCard } from './changes-card.tsx'
import { type SavedGroup, useGroup } from './group-queries.ts'
import { SettingsForm } from './settings-form.tsx'
import { useRevertChange } from './use-revert-change.ts'
import { type Loaded, useSettingsForm } from './use-settings-form.ts'

/** The form and its past changes: reverting a change fills the form. */
function LoadedSettings({ group, userId, initial }: { group: SavedGroup; userId: number; initial: Loaded }) {
  const state = useSettingsForm(group, userId, initial)
  const { said, putBack } = useRevertChange(group, state)
  return (
    <>
      <SettingsForm group={group} state={state} said={said} />
      <ChangesCard group={group} saved={initial.saved !== null} onRevert={(change) => void putBack(change)} />
    </>
  )
}

/** The page of a settings group. One component renders all groups from their field kinds. */
export function SettingsPage({ group }: { group: SavedGroup }) {
  const { t } = useTranslation()
  const userId = useCurrentUser().data?.content.userId
  const show = useGroup(group)
  const ready = show.data && userId !== undefined
  return (
    <>
      <PageTitle title={settingsGroups[group].title} />
      {group === 'service' && (
        <p className="max-w-prose">
          <Trans
            i18nKey="settings.reportsElsewhere"
            components={{ a: <Link href={`${panelPath}/${settingsGroups.reports.page}`} /> }}
          />
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,44rem)] content-start gap-x-8 gap-y-stack min-[90rem]:grid-cols-[minmax(0,44rem)_minmax(0,26rem)]">
        {ready ? (
          <LoadedSettings group={group} userId={userId} initial={show.data} />
        ) : (
          <Card>
            <LoadingOrFailed
              query={show}
              loading={t('settings.loading')}
              failed={t('settings.failed')}
              hint={t('settings.failedStill')}
              lines={10}
            />
          </Card>
        )}
      </div>
    </>
  )
}
