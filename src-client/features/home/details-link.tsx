import { List } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#client/components/ui/button.tsx'

/** Links from a card with the first rows to all rows. */
export function DetailsLink({ href, listName }: { href: string; listName: string }) {
  const { t } = useTranslation()
  return (
    <Button variant="secondary" asChild>
      <Link href={href} aria-label={t('cards.detailsOf', { of: listName })}>
        <List aria-hidden />
        {t('cards.details')}
      </Link>
    </Button>
  )
}
