import { CircleX, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask } from '#client/lib/dialogs/prompts.ts'
import type { FeedDetail } from './feed-types.ts'

/** Closes a feed, or opens it again. */
export function FeedStatusCard({ feed: { id, name, closed } }: { feed: FeedDetail }) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const setOpen = trpc.feeds.setOpen.useMutation({ onSettled: () => utils.feeds.invalidate() })
  const change = async () => {
    const yes = await ask({
      title: t(closed ? 'feeds.entry.openQuestion' : 'feeds.entry.closeQuestion', { name }),
      detail: t(closed ? 'feeds.entry.openDetail' : 'feeds.entry.closeDetail'),
    })
    if (yes) setOpen.mutate({ id, open: closed })
  }
  return (
    <Card>
      {closed && <p className="mb-3">{t('feeds.entry.closedNow')}</p>}
      <Button
        variant={closed ? 'secondary' : 'dangerQuiet'}
        busy={setOpen.isPending && t('form.saving')}
        onClick={() => void change()}
      >
        {closed ? <RotateCcw aria-hidden /> : <CircleX aria-hidden />}
        {t(closed ? 'feeds.entry.open' : 'feeds.entry.close')}
      </Button>
    </Card>
  )
}
