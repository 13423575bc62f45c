import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#client/components/ui/button.tsx'
import { panelPath } from '#client/lib/navigation.ts'

/** The way back from a page that Feeds leads to. */
export function BackToFeeds() {
  const { t } = useTranslation()
  return (
    <div className="-ms-3">
      <Button variant="quiet" size="small" asChild>
        <Link href={`${panelPath}/feeds`}>
          <ArrowLeft aria-hidden />
          {t('feeds.entry.back')}
        </Link>
      </Button>
    </div>
  )
}
