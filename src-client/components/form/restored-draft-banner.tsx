import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'

type RestoredDraftBannerProps = {
  /** Says that the form holds an earlier draft. */
  text: string
  onStartOver: () => void
  className?: string
}

/** Shown above a form that restored a draft (use-form-draft.ts), with a button back to the saved values. */
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
