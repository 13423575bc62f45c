import type { TFunction } from 'i18next'
import { CircleCheck, CirclePause, MessageSquare, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#client/components/list/data-table.tsx'
import type { RowAction } from '#client/components/list/row-actions.tsx'
import { refreshThenShow } from '#client/lib/api/refresh-then-show.ts'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import { ask } from '#client/lib/dialogs/prompts.ts'
import type { PhoneView } from '#server/features/recipients/list-recipients.ts'
import { RecipientList, useRecipientFilter } from './recipient-list.tsx'
import { RecipientName } from './recipient-name.tsx'
import { OwnerCell, SharedBadge } from './shared-cells.tsx'
import type { SharedRow } from './shared-rows.ts'
import { showTestText } from './show-test-text.ts'

type PhoneRow = SharedRow<PhoneView>
type PhoneAction = 'sms' | 'validate' | 'invalidate' | 'reset'

/** The four actions on a phone. Each asks first and shows the server's message. */
function usePhoneActions() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const refresh = () => utils.controlPanel.phoneGroups.invalidate()
  const options = refreshThenShow(refresh)
  const calls = {
    sms: trpc.controlPanel.helloUser.useMutation({ onSuccess: (reply) => refresh().then(() => showTestText(reply)) }),
    validate: trpc.controlPanel.validatePhone.useMutation(options),
    invalidate: trpc.controlPanel.invalidatePhone.useMutation(options),
    reset: trpc.controlPanel.resetPhone.useMutation(options),
  }
  const isPending = Object.values(calls).some(({ isPending }) => isPending)
  return {
    /** The phone of the test text that is being sent, which takes up to ten seconds. */
    texting: calls.sms.isPending ? calls.sms.variables.id : undefined,
    run: async (act: PhoneAction, { id, phoneNumberFormatted }: PhoneView) => {
      if (isPending) return
      const sure = await ask({
        title: t(`alertAdmin.phones.questions.${act}`, { phone: phoneNumberFormatted }),
        detail: t(`alertAdmin.phones.details.${act}`),
      })
      if (sure) calls[act].mutate({ id })
    },
  }
}

/** A moment: in a table, where it has little room, we show only its day; screen readers read all of it. */
function Moment({ time }: { time: string }) {
  const [day, ...hour] = time.split(' ')
  return (
    <span title={time} className="whitespace-nowrap">
      {day}
      <span className="@min-[50rem]:sr-only"> {hour.join(' ')}</span>
    </span>
  )
}

function getColumns(t: TFunction): Column<PhoneRow>[] {
  type Name = 'validated' | 'validation' | 'validationAttempts' | 'verification' | 'verificationAttempts'
  const column = (name: Name, cell: (phone: PhoneView) => ReactNode): Column<PhoneRow> => ({
    key: name,
    head: t(`alertAdmin.phones.columns.${name}`),
    cell: (phone) => cell(phone) || '–',
    cardLabel: true,
    className: 'tabular-nums @min-[50rem]:text-sm',
  })
  return [
    {
      key: 'phone',
      head: t('alertAdmin.phones.columns.phone'),
      // A number and its badge on one line.
      className: '@min-[63rem]:min-w-71',
      cell: (phone) => (
        <RecipientName
          recipient={phone}
          badges={<SharedBadge row={phone} part="phone" value={phone.phoneNumberFormatted} />}
        >
          <b className="whitespace-nowrap tabular-nums">{phone.phoneNumberFormatted}</b>
        </RecipientName>
      ),
    },
    {
      key: 'owner',
      head: t('alertAdmin.shared.owner'),
      cardLabel: true,
      className: '@min-[50rem]:min-w-28 @min-[50rem]:text-sm',
      cell: (phone) => <OwnerCell row={phone} />,
    },
    column('validated', ({ validated }) => t(`alertAdmin.emails.${validated ? 'yes' : 'no'}`)),
    column('validation', ({ validationTimestampFormatted: time }) => time && <Moment time={time} />),
    column('validationAttempts', (phone) => String(phone.validationAttempts)),
    column('verification', ({ verificationTimestampFormatted: time }) => time && <Moment time={time} />),
    column('verificationAttempts', (phone) => String(phone.verificationAttempts)),
  ]
}

/** Phones: the numbers of all alerts, with validation and verification. */
export function PhonesPage() {
  const { t } = useTranslation()
  const filter = useRecipientFilter('PHONE')
  const query = trpc.controlPanel.phoneGroups.useQuery({ filterText: filter.find, page: filter.page }, listOptions)
  const actions = usePhoneActions()

  function getActions(phone: PhoneRow): RowAction[] {
    const toAction = (act: PhoneAction, icon: RowAction['icon']): RowAction => ({
      key: act,
      label: t(`alertAdmin.phones.${act}`),
      icon,
      action: () => void actions.run(act, phone),
      busy: act === 'sms' && actions.texting === phone.id && t('alertAdmin.phones.sending'),
    })
    return [
      toAction('sms', MessageSquare),
      phone.validated ? toAction('invalidate', CirclePause) : toAction('validate', CircleCheck),
      toAction('reset', RotateCcw),
    ]
  }

  return (
    <RecipientList
      channel="PHONE"
      filter={filter}
      query={query}
      columns={getColumns(t)}
      getTarget={({ phoneNumberFormatted }) => phoneNumberFormatted}
      getActions={getActions}
      shownActions={1}
      help={t('alertAdmin.phones.help')}
      wide
    />
  )
}
