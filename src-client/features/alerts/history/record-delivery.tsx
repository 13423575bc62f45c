import { useTranslation } from 'react-i18next'
import type { RecordDelivery } from '#shared/contract/record-group.ts'

const ended: readonly RecordDelivery['deliveryState'][] = ['unsent', 'cancelled', 'failed']

/** 'Email to wren@example.org, sent 11/19/2026 9:07 AM': the recipient and the time, or why it was not sent. */
export function useDeliveryText(): (delivery: RecordDelivery) => string {
  const { t } = useTranslation()
  return ({ channel, target, deliveredTimestampFormatted: at, deliveryState, deliveryReason, possiblyTwice }) => {
    const to = t(`historyList.sentTo.${channel}`, { target })
    if (at && deliveryState !== 'failed')
      return [t(`record.sent`, { to, at }), possiblyTwice && t('historyList.twice')].filter(Boolean).join('. ')
    if (!ended.includes(deliveryState)) return t('record.onItsWay', { to })
    return [t('record.notSent', { to }), deliveryReason].filter(Boolean).join('. ')
  }
}
