import type { TFunction } from 'i18next'
import { Bell, CircleCheck, CirclePause, MessageSquare, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PhoneView } from '#server/features/recipients/list-recipients.ts'
import type { Column } from '#client/components/list/data-table.tsx'
import { type RowAction, RowActions } from '#client/components/list/row-actions.tsx'
import { ask, showMessage } from '#client/lib/dialogs/prompts.ts'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import { RecipientList } from './recipient-list.tsx'
import { RecipientName } from './recipient-name.tsx'
import { alertsOf, usePanelFilter } from '#client/features/alerts/panel/use-panel-filter.ts'

type Act = 'sms' | 'validate' | 'invalidate' | 'reset'

/** The four deeds on a phone: each asks first and tells what the server said. */
function usePhoneActs() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const told = {
    onSuccess: async ({ message = '' }: { message?: string | undefined }) => {
      await utils.controlPanel.phones.invalidate()
      void showMessage('OK', message)
    },
  }
  const calls = {
    sms: trpc.controlPanel.helloUser.useMutation(told),
    validate: trpc.controlPanel.validatePhone.useMutation(told),
    invalidate: trpc.controlPanel.invalidatePhone.useMutation(told),
    reset: trpc.controlPanel.resetPhone.useMutation(told),
  }
  const acting = Object.values(calls).some(({ isPending }) => isPending)
  return {
    /** The phone that a text is being sent to; a test text takes up to ten seconds. */
    texting: calls.sms.isPending ? calls.sms.variables.id : undefined,
    run: async (act: Act, { id, phoneNumberFormatted }: PhoneView) => {
      if (acting) return
      const sure = await ask({
        title: t(`alertAdmin.phones.questions.${act}`, { phone: phoneNumberFormatted }),
        detail: t(`alertAdmin.phones.details.${act}`),
      })
      if (sure) calls[act].mutate({ id })
    },
  }
}

function columnsOf(t: TFunction, actionsOf: (phone: PhoneView) => RowAction[]): Column<PhoneView>[] {
  type Name = 'validated' | 'validation' | 'validationAttempts' | 'verification' | 'verificationAttempts'
  const column = (name: Name, cell: (phone: PhoneView) => string | number): Column<PhoneView> => ({
    key: name,
    head: t(`alertAdmin.phones.columns.${name}`),
    cell: (phone) => cell(phone) || '–',
    cardLabel: true,
    className: 'tabular-nums @min-[63rem]:whitespace-nowrap',
  })
  return [
    {
      key: 'phone',
      head: t('alertAdmin.phones.columns.phone'),
      cell: (phone) => (
        <RecipientName recipient={phone}>
          <b className="whitespace-nowrap tabular-nums">{phone.phoneNumberFormatted}</b>
        </RecipientName>
      ),
    },
    column('validated', ({ validated }) => t(`alertAdmin.emails.${validated ? 'yes' : 'no'}`)),
    column('validation', (phone) => phone.validationTimestampFormatted),
    column('validationAttempts', (phone) => String(phone.validationAttempts)),
    column('verification', (phone) => phone.verificationTimestampFormatted),
    column('verificationAttempts', (phone) => String(phone.verificationAttempts)),
    {
      key: 'actions',
      head: t('list.actions'),
      headHidden: true,
      cell: (phone) => <RowActions itemName={phone.phoneNumberFormatted} actions={actionsOf(phone)} />,
      // Two and two, each under its like.
      className: '@min-[63rem]:[&>div]:grid @min-[63rem]:[&>div]:grid-cols-[auto_1fr] [&>div>*]:justify-start',
    },
  ]
}

/** Phones: the numbers of all alerts, with their two lives. */
export function PhonesPage() {
  const { t } = useTranslation()
  const filter = usePanelFilter()
  const list = trpc.controlPanel.phones.useQuery({ filterText: filter.find, page: filter.page }, listOptions)
  const content = list.data?.content
  const acts = usePhoneActs()

  function actionsOf(phone: PhoneView): RowAction[] {
    const deed = (act: Act, icon: RowAction['icon']): RowAction => ({
      key: act,
      label: t(`alertAdmin.phones.${act}`),
      icon,
      action: () => void acts.run(act, phone),
      busy: act === 'sms' && acts.texting === phone.id && t('alertAdmin.phones.sending'),
    })
    return [
      {
        key: 'alerts',
        label: t('alertAdmin.emails.alerts', { count: phone.alertCount }),
        icon: Bell,
        action: alertsOf('phone', phone.id),
      },
      deed('sms', MessageSquare),
      phone.validated ? deed('invalidate', CirclePause) : deed('validate', CircleCheck),
      deed('reset', RotateCcw),
    ]
  }

  return (
    <RecipientList
      of="phones"
      filter={filter}
      columns={columnsOf(t, actionsOf)}
      query={list}
      rows={content?.phones}
      total={content?.total}
      help={t('alertAdmin.phones.help')}
      wide
    />
  )
}
