import { useTranslation } from 'react-i18next'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { SuspiciousRecordList } from './suspicious-record-list.tsx'

/** Records that readers reported as suspicious, for the county to act on. */
export function SuspiciousRecordsPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle title={t('looksWrong.title')} />
      <p className="max-w-prose">{t('looksWrong.help')}</p>
      <SuspiciousRecordList heading="h2" />
    </>
  )
}
