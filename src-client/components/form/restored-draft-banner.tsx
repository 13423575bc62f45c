import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'

type RestoredDraftBannerProps = {
  /** Says that the form holds what was typed before. */
  text: string
  onStartOver: () => void
  className?: string
}

/** At the head of a form that took up what was typed before (use-form-draft.ts), with the way back to what is saved. */
export function RestoredDraftBanner({ text, onStartOver, className }: RestoredDraftBannerProps) {
  const { t } = useTranslation()
  return (
    <Banner {...(className && { className })}>
      <p>{text}</p>
      <Button variant="secondary" size="small" className="mt-2" onClick={onStartOver}>
        <RotateCcw aria-hidden />
        {t('form.startOver')}
      </Button>
    </Banner>
  )
}
