import { useTranslation } from 'react-i18next'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { WrongAnswers } from '#client/components/wrong-answers/wrong-answers.tsx'

/** Notices that looked wrong to their readers: what the county itself has to act on. */
export function WrongAnswersPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle title={t('wrongAnswers.title')} />
      <p className="max-w-prose">{t('wrongAnswers.help')}</p>
      <WrongAnswers />
    </>
  )
}
