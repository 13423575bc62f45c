import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Bar } from './bar.tsx'
import { CountyMark } from './county-mark.tsx'

type SiteHeaderProps = {
  county: string
  appTitle: string
  /** Where the county's mark links to: home, or the login page. */
  homeHref: string
  /** Links to the areas that the reader may use, if there are several. */
  places?: ReactNode
  /** Greeting and actions of a logged-in reader. */
  account?: ReactNode
  /** A headline follows, so no survey line is drawn between them. */
  headline?: boolean
}

export function SiteHeader({ county, appTitle, homeHref, places, account, headline }: SiteHeaderProps) {
  return (
    <>
      <header className="bg-header text-header-foreground print:bg-transparent print:text-inherit">
        <Bar>
          <Link href={homeHref} className="flex items-center gap-3 text-inherit no-underline hover:no-underline">
            <CountyMark className="size-11" />
            <span>
              <b className="block font-display text-[1.375rem] leading-[1.15] font-semibold">{county}</b>
              <span className="block text-sm leading-[1.3] text-header-muted print:text-inherit">{appTitle}</span>
            </span>
          </Link>
          {places}
          {account}
        </Bar>
      </header>
      {!headline && <div className="survey-line print:hidden" />}
    </>
  )
}

/** The areas of a reader who has several, before the greeting. On a phone they take their own line. */
export function PlaceBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="ms-auto flex flex-wrap gap-x-2 gap-y-1 max-sm:-mx-2 max-sm:w-full print:hidden">
      {children}
    </nav>
  )
}

/** The greeting and the actions next to it. On a phone they take their own line. */
export function AccountBar({ label, greeting, children }: { label: string; greeting: ReactNode; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      className="flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:w-full max-sm:gap-x-0 print:hidden"
    >
      <p className="me-2 max-sm:me-0 max-sm:flex-auto max-sm:text-sm">{greeting}</p>
      {children}
    </nav>
  )
}

/**
 * The room of the account bar on a phone, kept until it is known who is logged in, so that nothing moves down later.
 */
export const AccountBarSpace = () => <div className="min-h-control w-full sm:hidden" />
