import { House, LogOut, SlidersHorizontal, User } from 'lucide-react'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { HeadlineBand } from '#client/components/layout/headline-band.tsx'
import { brand } from '#client/components/layout/page-title.tsx'
import { SiteFooter } from '#client/components/layout/site-footer.tsx'
import { AccountBar, AccountBarSpace, PlaceBar, SiteHeader } from '#client/components/layout/site-header.tsx'
import { SkipLink } from '#client/components/layout/skip-link.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Translated } from '#client/lib/i18n/translated.tsx'
import { homePath, isWithin, loginPath, panelPath } from '#client/lib/navigation.ts'

/** Loads after the page: it needs what the pages behind the login use. */
const UnopenedReports = lazy(async () => ({ default: (await import('./unopened-reports.tsx')).UnopenedReports }))

const thisYear = new Date().getFullYear()
/** The version of the interface that the footer shows: a fixed number, not the program's version. */
const interfaceVersion = '5.3.107'

type LayoutProps = {
  county: string
  appTitle: string
  /** The lockout headline; '' while none is in place. */
  headline: string
  serverVersion: string | undefined
  /** The name in the greeting; absent while no one is logged in. */
  greet: string | undefined
  /** The page requires a login, so there will be a greeting. */
  expectsReader: boolean
  /** The reader may use the control panel, so the header links to it and back. */
  panel: boolean
  /** Opens the profile; absent for readers whose details only staff edit. */
  onProfile: (() => void) | undefined
  onLogOut: () => void
  children: ReactNode
}

/** An administrator's home page and control panel. */
function PlaceLinks() {
  const { t } = useTranslation()
  const [path] = useLocation()
  const places = [
    { href: homePath, label: t('header.userView'), icon: House },
    { href: panelPath, label: t('header.controlPanel'), icon: SlidersHorizontal },
  ]
  return (
    <PlaceBar label={t('header.places')}>
      {places.map(({ href, label, icon: Icon }) => (
        <Button key={href} variant="header" asChild className="aria-[current]:border-b-brass">
          <Link href={href} aria-current={isWithin(path, href) ? 'true' : undefined}>
            <Icon aria-hidden />
            {label}
            {href === panelPath && (
              <Suspense>
                <UnopenedReports />
              </Suspense>
            )}
          </Link>
        </Button>
      ))}
    </PlaceBar>
  )
}

/** The header and footer around every page. */
export function Layout({
  county,
  appTitle,
  headline,
  serverVersion,
  greet,
  expectsReader,
  panel,
  onProfile,
  onLogOut,
  children,
}: LayoutProps) {
  const { t } = useTranslation()

  useEffect(() => brand.set({ county, appTitle }), [county, appTitle])

  return (
    <>
      <SkipLink />
      <SiteHeader
        county={county}
        appTitle={appTitle}
        homeHref={greet === undefined ? loginPath : homePath}
        headline={headline !== ''}
        places={panel && greet !== undefined && <PlaceLinks />}
        account={
          greet === undefined ? (
            expectsReader && <AccountBarSpace />
          ) : (
            <AccountBar label={t('header.account')} greeting={<Translated textKey="header.greeting" name={greet} />}>
              {onProfile && (
                <Button variant="header" onClick={onProfile}>
                  <User aria-hidden />
                  {t('header.profile')}
                </Button>
              )}
              <Button variant="header" onClick={onLogOut}>
                <LogOut aria-hidden />
                <Translated textKey="header.logOut" />
              </Button>
            </AccountBar>
          )
        }
      />
      <HeadlineBand label={t('header.notice')} text={headline} />
      {children}
      <SiteFooter
        county={county}
        interfaceVersion={interfaceVersion}
        serverVersion={serverVersion}
        year={thisYear}
        live={greet !== undefined}
      />
    </>
  )
}
