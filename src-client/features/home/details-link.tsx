import { List } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#client/components/ui/button.tsx'

/** From a card with its first rows to all of them. */
export function Details({ href, of }: { href: string; of: string }) {
  const { t } = useTranslation()
  return (
    <Button variant="secondary" asChild>
      <Link href={href} aria-label={t('cards.detailsOf', { of })}>
        <List aria-hidden />
        {t('cards.details')}
      </Link>
    </Button>
  )
}
