import { Flag, Undo2, UserX } from 'lucide-react'
import { Trans, useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { BoldIds } from '#client/components/ui/unbroken-ids.tsx'
import type { NoticeView } from './notice-view.ts'

type ParcelQuestionProps = {
  question: NonNullable<NoticeView['parcelQuestion']>
  properties: NoticeView['properties']
  /** The answer that is being saved. */
  pending: 'wrong' | 'not-me' | undefined
  onMine: () => void
  onNotMine: () => void
  onBack: () => void
}

/**
 * A forged deed may name a stranger, so before a record of a watched parcel is muted, its reader says whose parcel it
 * is.
 */
export function ParcelQuestion({ question, properties, pending, onMine, onNotMine, onBack }: ParcelQuestionProps) {
  const { t } = useTranslation()
  const { first, more } = question.parcels
  const count = first.length + more
  const named = [...first, ...(more > 0 ? [t('list.more', { count: more })] : [])].join(', ')
  // A person knows a street better than a number.
  const address = count === 1 ? properties.find(({ parcelId }) => parcelId === first[0])?.address : undefined
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere">
        <Trans
          i18nKey="notice.parcelQuestion.lists"
          count={count}
          values={{ parcels: named }}
          components={{ b: <BoldIds /> }}
        />
      </p>
      {question.legalDescription && (
        <p className="line-clamp-3 wrap-anywhere">
          {t('notice.parcelQuestion.legal', { legal: question.legalDescription })}
        </p>
      )}
      <p className="font-bold wrap-anywhere">
        {address ? t('notice.parcelQuestion.askAddress', { address }) : t('notice.parcelQuestion.ask', { count })}
      </p>
      <div className="grid gap-3 sm:justify-items-start">
        <Button variant="secondary" busy={pending === 'wrong' && t('notice.saving')} onClick={onMine}>
          <Flag aria-hidden />
          {t('notice.parcelQuestion.mine')}
        </Button>
        <Button variant="secondary" busy={pending === 'not-me' && t('notice.saving')} onClick={onNotMine}>
          <UserX aria-hidden />
          {t('notice.parcelQuestion.notMine', { count })}
        </Button>
      </div>
      <p className="text-muted-foreground">{t('notice.parcelQuestion.why')}</p>
      <Button variant="quiet" className="-ms-3 justify-self-start" onClick={onBack}>
        <Undo2 aria-hidden />
        {t('notice.parcelQuestion.back')}
      </Button>
    </div>
  )
}
