import { keepPreviousData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { inBackground } from '#client/lib/api/client.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { type Values, wireValues } from './form-values.ts'

const group = 'userPurgeSchedule'

/** Shown below the schedule: the number of users that it would affect now, while it is on in the form. */
export function PurgePreview({ values, saved }: { values: Values; saved: Values }) {
  const { t } = useTranslation()
  const wanted = settingsGroups[group].schema.safeParse(wireValues(group, values, saved)).data
  const days = useDebounced(wanted?.automaticPurge ? wanted.automaticPurgeAfterDays : 0)
  const counted = trpc.controlPanel.purgeScheduleCount.useQuery(
    { days },
    { enabled: days > 0, trpc: inBackground, staleTime: 0, placeholderData: keepPreviousData, meta: { handled: true } },
  )
  const content = days > 0 ? counted.data?.content : undefined
  return (
    <output className="block font-semibold empty:-mt-5">
      {content && t(content.count === 0 ? 'settings.purgeNobody' : 'settings.purgeConcerns', content)}
      {days > 0 && counted.error && t('settings.purgeNotCounted')}
    </output>
  )
}
