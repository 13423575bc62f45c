import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '#client/lib/cn.ts'
import type { Paragraph } from '#shared/settings/field.ts'

/** More links than this use two rows. */
const inOneRow = 6

/** The number of links per row on a wide page: up to six in one row, more in two. */
export function linkColumns(links: number): number {
  return links > inOneRow ? Math.ceil(links / 2) : links
}

/** Tailwind finds class names in the source, so each is written out. */
const wide: Record<number, string> = {
  1: 'lg:grid-cols-1',
  2: 'lg:grid-cols-2',
  3: 'lg:grid-cols-3',
  4: 'lg:grid-cols-4',
  5: 'lg:grid-cols-5',
  6: 'lg:grid-cols-6',
}

/** The county's links: from 960 px in the specified rows, below that as many as fit. */
export function LinksRow({ links }: { links: readonly Paragraph[] }) {
  const { t } = useTranslation()
  return (
    <nav
      aria-label={t('login.links')}
      className={cn(
        'grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-3 lg:col-span-full',
        wide[linkColumns(links.length)],
      )}
    >
      {links.map((link) => (
        <a
          key={`${link.heading}${link.paragraphContent}`}
          href={link.paragraphContent}
          className="flex min-h-14 min-w-0 items-center gap-3 rounded-lg border border-border bg-card px-4.5 py-2 font-semibold wrap-anywhere no-underline hover:bg-accent hover:underline"
        >
          <FileText aria-hidden />
          {link.heading}
        </a>
      ))}
    </nav>
  )
}
