import { Bell, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowAction } from '#client/components/list/row-actions.tsx'
import { alertListHref } from '#client/lib/navigation.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { type Correctable, CorrectDialog } from '../correct-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import type { SharedRow } from './shared-rows.ts'

type Row = SharedRow<{ id: number; alertCount: number }>

/**
 * The actions on a record that both lists have: its owner's alerts, and Correct, or Remove if no alert uses it. A
 * record without an owner, from the legacy version, has neither of the last two.
 */
export function useRowCorrections(channel: Channel): {
  /** @param value as it is shown */
  getActions: (row: Row, value: string) => RowAction[]
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const [corrected, setCorrected] = useState<Correctable>()
  const [removed, setRemoved] = useState<Correctable>()
  const part = ({ EMAIL: 'email', PHONE: 'phone' } as const)[channel]
  function getActions({ id, alertCount, owner, owners }: Row, value: string): RowAction[] {
    const alerts = {
      key: 'alerts',
      label: t('alertAdmin.emails.alerts', { count: alertCount }),
      icon: Bell,
      action: alertListHref(part, id, owner?.id),
    }
    // The list has no filter for alerts without an owner; the link of the address shows them among the others.
    if (!owner) return owners > 1 ? [] : [alerts]
    const recipient = { channel, id, value, alerts: alertCount, owner: owner.username }
    const change =
      alertCount > 0
        ? { key: 'correct', label: t('recipient.correct'), icon: Pencil, action: () => setCorrected(recipient) }
        : {
            key: 'remove',
            label: t('recipient.remove'),
            icon: Trash2,
            action: () => setRemoved(recipient),
            destructive: true,
          }
    return [alerts, change]
  }
  return {
    getActions,
    dialog: (
      <>
        {corrected && <CorrectDialog recipient={corrected} onClose={() => setCorrected(undefined)} />}
        {removed && <RemoveDialog recipient={removed} onClose={() => setRemoved(undefined)} />}
      </>
    ),
  }
}
