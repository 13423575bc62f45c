import { Mail, Phone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Card } from '#client/components/ui/card.tsx'
import { PhoneLink } from '#client/components/ui/phone-link.tsx'
import type { Paragraph } from '#shared/settings/field.ts'

const getKey = (item: Paragraph) => `${item.heading}\n${item.paragraphContent}`

export function NewsCard({ news }: { news: readonly Paragraph[] }) {
  const { t } = useTranslation()
  return (
    <Card title={t('home.news')}>
      <div className="grid gap-4">
        {news.map((item) => (
          <div key={getKey(item)} className="grid gap-1">
            {item.heading && <h3>{item.heading}</h3>}
            <p className="whitespace-pre-line">{item.paragraphContent}</p>
          </div>
        ))}
      </div>
    </Card>
  )
}

export function ContactCard({ phone, email }: { phone: string; email: string }) {
  const { t } = useTranslation()
  return (
    <Card title={t('home.contact')}>
      {phone && (
        <p className="flex min-h-11 items-center gap-2.5">
          <Phone aria-hidden />
          <PhoneLink phone={phone} className="inline-block whitespace-normal" />
        </p>
      )}
      {email && (
        <p className="flex min-h-11 items-center gap-2.5">
          <Mail aria-hidden />
          <a href={`mailto:${email}`} className="min-w-0 wrap-anywhere">
            {email}
          </a>
        </p>
      )}
    </Card>
  )
}

export function LinksCard({ links }: { links: readonly Paragraph[] }) {
  const { t } = useTranslation()
  return (
    <Card title={t('home.links')}>
      <ul className="grid">
        {links.map((link) => (
          <li key={getKey(link)}>
            <a href={link.paragraphContent} className="inline-flex min-h-11 items-center">
              {link.heading || link.paragraphContent}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What the service does not do, in legible small print. */
export function Disclaimer() {
  const { t } = useTranslation()
  return (
    <section className="grid max-w-prose gap-1 text-sm text-muted-foreground">
      <h2 className="text-sm">{t('home.disclaimerTitle')}</h2>
      <p>{t('home.disclaimer')}</p>
    </section>
  )
}
