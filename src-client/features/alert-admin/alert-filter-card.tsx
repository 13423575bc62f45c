import { BookUser } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alertStatuses } from '#shared/contract/alert.ts'
import { CheckboxLine } from '#client/components/form/checkbox-field.tsx'
import { FilterChip, FindField, StatusSelect } from '#client/components/list/filter-parts.tsx'
import { useFind } from '#client/components/list/use-list-filter.ts'
import { UserLookUp } from '#client/components/look-up/user-look-up.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { useTexts } from '#client/lib/start-content.ts'
import { trpc } from '#client/lib/trpc.ts'
import { RecipientLookUp } from './recipient-look-up.tsx'
import type { PanelFilter } from './use-panel-filter.ts'

const finders = ['email', 'phone', 'user'] as const
type Finder = (typeof finders)[number]

const statuses = ['ALL', ...Object.keys(alertStatuses)] as ('ALL' | keyof typeof alertStatuses)[]

/** What the list is narrowed to by an id, each with its name and a way to take it away. */
function Chips({ filter }: { filter: PanelFilter }) {
  const { t } = useTranslation()
  const { user, email, phone, set } = filter
  const asked = { userId: user, emailAddressId: email, phoneNumberId: phone }
  const names = trpc.controlPanel.alertFilterNames.useQuery(asked, {
    enabled: finders.some((finder) => filter[finder] !== undefined),
    meta: { handled: true },
  })
  // A link may be older than what it names.
  const missing = names.data ? t('alertAdmin.alerts.notFound') : '…'
  const { username, emailAddress, phoneNumber } = names.data?.content ?? {}
  const labels: Record<Finder, string> = {
    email: t('filter.email', { value: emailAddress || missing }),
    phone: t('filter.phone', { value: phoneNumber || missing }),
    user: t('alertAdmin.alerts.user', { value: username || missing }),
  }
  return finders
    .filter((finder) => filter[finder] !== undefined)
    .map((finder) => <FilterChip key={finder} name={labels[finder]} onRemove={() => set({ [finder]: '' })} />)
}

/** Narrows the list of alerts: text, status, one email, phone or user, and whether inactive ones are shown. */
export function AlertFilterCard({ filter }: { filter: PanelFilter }) {
  const { t } = useTranslation()
  const texts = useTexts()
  const [finder, setFinder] = useState<Finder>()
  const [cleared, setCleared] = useState(0)
  const { find, status, includeInactive, filtered, set, clear } = filter
  const onFind = useFind(filter)
  const choose = ({ code }: { code: string }) => {
    if (finder) set({ [finder]: code })
    setFinder(undefined)
  }
  return (
    <search
      className="grid gap-4 rounded-lg border border-border bg-card p-card shadow-card"
      aria-label={t('alertAdmin.alerts.filter')}
    >
      <div className="flex flex-wrap items-end gap-4">
        <FindField key={cleared} initial={find} help={t('alertAdmin.alerts.find')} onRest={onFind} />
        <StatusSelect
          value={status}
          statuses={statuses}
          nameOf={(one) => t(`filter.statuses.${one}`)}
          onChoose={(one) => set({ status: one })}
        />
        {/* A single status says by itself whether inactive ones are shown. */}
        <CheckboxLine
          name="includeInactive"
          label={t('alertAdmin.alerts.inactive')}
          help={status === 'ALL' ? undefined : t('alertAdmin.alerts.inactiveOnlyAll')}
          disabled={status !== 'ALL'}
          checked={includeInactive}
          error={undefined}
          onChange={(checked) => set({ inactive: checked ? '' : 'hidden' })}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {(
          [
            ['email', t('filter.byEmail')],
            ...(texts ? [['phone', t('filter.byPhone')] as const] : []),
            ['user', t('filter.byUser')],
          ] as const
        ).map(([one, label]) => (
          <Button key={one} variant="secondary" size="small" onClick={() => setFinder(one)}>
            <BookUser aria-hidden />
            {label}
          </Button>
        ))}
        <Chips filter={filter} />
        {filtered && (
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              clear()
              setCleared(cleared + 1)
            }}
          >
            {t('filter.clear')}
          </Button>
        )}
      </div>
      {finder === 'user' && <UserLookUp onSelect={choose} onClose={() => setFinder(undefined)} />}
      {(finder === 'email' || finder === 'phone') && (
        <RecipientLookUp
          channel={finder === 'email' ? 'EMAIL' : 'PHONE'}
          onSelect={choose}
          onClose={() => setFinder(undefined)}
        />
      )}
    </search>
  )
}
