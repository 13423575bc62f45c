import { useTranslation } from 'react-i18next'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { trpc } from '#client/lib/api/trpc.ts'

/** A quarantined record as it was received. */
export function RawDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation()
  const item = trpc.feeds.quarantined.useQuery({ id }, { staleTime: 0 })
  const content = item.data?.content
  return (
    <Dialog open onClose={onClose} title={t('feeds.quarantine.rawTitle')} size="large">
      {!content && (
        <LoadingOrFailed
          query={item}
          loading={t('feeds.quarantine.loading')}
          failed={t('feeds.quarantine.failed')}
          lines={8}
        />
      )}
      {content?.restricted && <p className="mb-2">{t('record.restricted')}</p>}
      {content?.cut && <p className="mb-2">{t('feeds.quarantine.cut')}</p>}
      {content && <pre className="font-mono text-sm whitespace-pre-wrap wrap-anywhere">{content.text}</pre>}
    </Dialog>
  )
}
