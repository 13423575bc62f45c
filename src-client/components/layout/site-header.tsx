import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Bar } from './bar.tsx'
import { CountyMark } from './county-mark.tsx'

type SiteHeaderProps = {
  county: string
  appTitle: string
  /** Where the mark leads: home, or the login page. */
  homeHref: string
  /** Links to the places that the reader may go to, where there are several. */
  places?: ReactNode
  /** Greeting and acts of a signed-in reader. */
  account?: ReactNode
  /** A headline is shown below: then no survey line between. */
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

/** The places of a reader who has several, before the greeting; on a phone they take a line of their own. */
export function PlaceBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="ms-auto flex flex-wrap gap-x-2 gap-y-1 max-sm:-mx-2 max-sm:w-full print:hidden">
      {children}
    </nav>
  )
}

/** The greeting and the acts beside it; on a phone they take a line of their own. */
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
