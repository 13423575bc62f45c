import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { cn } from '#client/lib/cn.ts'
import { clampPage, hasJumps, pageNumbers } from './pages.ts'

const moveClasses = [
  'inline-flex w-full min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-md px-2.5 font-semibold tabular-nums',
  'no-underline hover:bg-accent hover:underline',
]

type MoveProps = { href: string; ended?: boolean; label?: string; children: ReactNode }

/** At either end of the list a move keeps its place and its focus, and links to the current page. */
function Move({ href, ended, label, children }: MoveProps) {
  return (
    <span>
      <Link
        href={href}
        aria-label={label}
        aria-disabled={ended || undefined}
        className={cn(moveClasses, ended && 'text-muted-foreground hover:bg-transparent hover:no-underline')}
      >
        {children}
      </Link>
    </span>
  )
}

type PagerProps = {
  /** The current page, from 1. */
  page: number
  /** The number of pages; with one there is no pager. */
  pages: number
  /** The address of a page, which holds the filter too. */
  hrefFor: (page: number) => string
}

type PageNumbersProps = { current: number; pages: number; hrefFor: (page: number) => string }

function PageNumbers({ current, pages, hrefFor }: PageNumbersProps) {
  const { t } = useTranslation()
  return (
    <ol
      className={cn(
        'flex flex-wrap gap-1',
        '@max-[58rem]:col-span-full @max-[58rem]:row-start-1 @max-[58rem]:grid @max-[58rem]:grid-cols-10',
        '@max-[34rem]:grid-cols-5',
      )}
    >
      {pageNumbers(current, pages).map((number) => (
        <li key={number}>
          <Link
            href={hrefFor(number)}
            aria-label={t('list.page', { page: number })}
            aria-current={number === current ? 'page' : undefined}
            className={cn(
              moveClasses,
              number === current && 'bg-primary text-primary-foreground hover:bg-primary hover:text-primary-foreground',
            )}
          >
            {number}
          </Link>
        </li>
      ))}
    </ol>
  )
}

/**
 * First, Prev, ten numbers, Next, Last; -10 and +10 above 30 pages. On a narrow screen the numbers come first, five per
 * row.
 */
export function Pager({ page, pages, hrefFor }: PagerProps) {
  const { t } = useTranslation()
  if (pages <= 1) return null
  const current = clampPage(page, pages)
  const atStart = current === 1
  const atEnd = current === pages
  const to = (target: number) => hrefFor(clampPage(target, pages))
  const jumps = hasJumps(pages)

  return (
    <div className="@container mt-4 border-t-2 border-border pt-4 print:hidden">
      <nav
        aria-label={t('list.pages')}
        className={cn(
          'flex flex-wrap items-center justify-center gap-1.5',
          '@max-[58rem]:grid @max-[58rem]:items-stretch',
          jumps
            ? '@max-[58rem]:grid-cols-6 @max-[34rem]:grid-cols-3'
            : '@max-[58rem]:grid-cols-4 @max-[34rem]:grid-cols-2',
        )}
      >
        <Move href={to(1)} ended={atStart}>
          <ChevronsLeft aria-hidden />
          {t('list.first')}
        </Move>
        {jumps && (
          <Move href={to(current - 10)} ended={atStart} label={t('list.back10')}>
            -10
          </Move>
        )}
        <Move href={to(current - 1)} ended={atStart}>
          <ChevronLeft aria-hidden />
          {t('list.previous')}
        </Move>
        <PageNumbers current={current} pages={pages} hrefFor={hrefFor} />
        <Move href={to(current + 1)} ended={atEnd}>
          {t('list.next')}
          <ChevronRight aria-hidden />
        </Move>
        {jumps && (
          <Move href={to(current + 10)} ended={atEnd} label={t('list.forward10')}>
            +10
          </Move>
        )}
        <Move href={to(pages)} ended={atEnd}>
          {t('list.last')}
          <ChevronsRight aria-hidden />
        </Move>
      </nav>
    </div>
  )
}
