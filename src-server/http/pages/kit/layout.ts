import type { LoggedInUser } from '#server/platform/sessions.ts'
import { languages } from '#shared/contract/languages.ts'
import { rights } from '#shared/contract/roles.ts'
import { type Html, html } from '#shared/node/platform/html.ts'
import { spokenTexts } from '#shared/texts/spoken-texts.ts'
import { icon, type IconName } from './icons.ts'
import type { PageTexts } from './page-texts.ts'

/** What every page says about the county and the service. */
export type County = {
  county: string
  appTitle: string
  /** The county's phone, or ''. */
  phone: string
  /** The lockout headline; '' while none is in place. */
  headline: string
  /** Whether the county accepts new users. */
  selfRegistration: boolean
}

/** What a page shows between header and footer. */
export type PageView = {
  /** The title of the window. */
  title: string
  main: Html
}

type Reader = Pick<LoggedInUser, 'firstName' | 'username' | 'role' | 'mustSetUpCode' | 'language'>

type Surroundings = {
  texts: PageTexts
  reader?: Reader | null
  county: County
  /** '' links to the source in development. */
  css: string
  version: string
  year: number
}

const bar =
  'mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-2 px-[clamp(1rem,2.5vw,2.5rem)] py-3'

/** A whole page: one answer with its style in it, so that a slow phone shows it after one round trip. */
export function renderPage(
  { title, main }: PageView,
  { texts, county, reader, css, version, year }: Surroundings,
): string {
  const { plain, lang } = texts
  const app = county.appTitle || plain('app.defaultTitle')
  const window = plain('app.documentTitle', { page: title, county: county.county, app }).replaceAll(/\s+/g, ' ')
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${window}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${
          css
            ? html`<style>
                ${{ html: css }}
              </style>`
            : html`<link rel="stylesheet" href="/styles/pages.css" />`
        }
        <script src="/page.js" defer></script>
      </head>
      <body>
        <div id="root">
          ${header(texts, county, app, reader ? accountBar(texts, reader) : null)}
          <main
            id="main"
            tabindex="-1"
            class="mx-auto grid w-full max-w-[calc(44rem+2*clamp(1rem,2.5vw,2.5rem))] grid-cols-[minmax(0,1fr)] content-start gap-stack px-[clamp(1rem,2.5vw,2.5rem)] pt-[clamp(1.25rem,3vw,2.5rem)] pb-12 max-sm:gap-3 max-sm:pt-3"
          >
            ${main}
          </main>
          ${footer(texts, county, { version, year })}
        </div>
      </body>
    </html>`.html
}

const header = ({ t, plain }: PageTexts, { county, headline }: County, app: string, account: Html | null): Html =>
  html` <a href="#main" class="absolute start-4 -top-24 z-70 rounded-md bg-card px-4 py-3 text-link focus:top-3"
      >${t('app.skip')}</a
    >
    <header class="bg-header text-header-foreground print:bg-transparent print:text-inherit">
      <div class="${bar}">
        <a href="/home" class="flex items-center gap-3 text-inherit no-underline hover:no-underline">
          ${countyMark}
          <span>
            <b class="block font-display text-[1.375rem] leading-[1.15] font-semibold">${county}</b>
            <span class="block text-sm leading-[1.3] text-header-muted print:text-inherit">${app}</span>
          </span>
        </a>
        ${account}
      </div>
    </header>
    ${
      headline
        ? html`<section aria-label="${plain('header.notice')}" class="bg-brass text-brass-ink">
            <div class="${bar} flex-nowrap items-start justify-start gap-x-3 font-semibold">
              ${icon('megaphone', 'size-6')}
              <p class="min-w-0">${headline}</p>
            </div>
          </section>`
        : html`<div class="survey-line print:hidden"></div>`
    }`

const headerLink = (href: string, iconName: IconName, label: Html): Html =>
  html`<a
    href="${href}"
    class="inline-flex min-h-control items-center gap-2 rounded-md border-2 border-transparent px-3 py-1 text-base max-sm:gap-1.5 max-sm:px-2 leading-[1.2] font-semibold text-header-foreground no-underline hover:bg-white/12 hover:no-underline"
    >${icon(iconName)}<span>${label}</span></a
  >`

/** The greeting and Log out in the reader's own language, where it has them. */
function spoken({ language, firstName, username }: Reader, kind: 'greeting' | 'logOut'): Html | undefined {
  const text = spokenTexts[language]?.[kind]
  return text === undefined
    ? undefined
    : html`<span lang="${languages[language].tag}">${text.replace('{{name}}', firstName || username)}</span>`
}

/** The greeting of a logged-in reader, as in the app, whose pages its links open. */
function accountBar({ t, plain }: PageTexts, reader: Reader): Html {
  const { firstName, username, role, mustSetUpCode } = reader
  const { controlPanel, ownProfile } = rights[role]
  return html`${
      controlPanel &&
      !mustSetUpCode &&
      html`<nav
        aria-label="${plain('header.places')}"
        class="ms-auto flex flex-wrap gap-x-2 gap-y-1 max-sm:-mx-2 max-sm:w-full print:hidden"
      >
        ${headerLink('/home', 'house', t('header.userView'))}
        ${headerLink('/controlPanel', 'sliders', t('header.controlPanel'))}
      </nav>`
    }
    <nav
      aria-label="${plain('header.account')}"
      class="flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:w-full max-sm:gap-x-0 print:hidden"
    >
      <p class="me-2 max-sm:me-0 max-sm:flex-auto max-sm:text-sm">
        ${spoken(reader, 'greeting') ?? t('header.greeting', { name: firstName || username })}
      </p>
      ${ownProfile && !mustSetUpCode && headerLink('/home?account=profile', 'user', t('header.profile'))}
      ${headerLink('/home?account=logOut', 'logOut', spoken(reader, 'logOut') ?? t('header.logOut'))}
    </nav>`
}

const countyMark = html`<svg viewBox="0 0 44 44" class="size-11" aria-hidden="true">
  <rect x="25" y="17" width="16" height="24" class="fill-brass" />
  <g fill="none" stroke="currentcolor" stroke-width="2.5">
    <rect x="3" y="3" width="38" height="38" rx="3" />
    <path d="M3 17h38M3 29h22M25 17v24M14 3v14M31 3v14M13 29v12" />
  </g>
</svg>`

const footer = ({ t }: PageTexts, { county }: County, { version, year }: { version: string; year: number }): Html =>
  html` <footer class="mt-auto bg-header text-sm text-header-muted print:hidden">
    <div class="${bar} py-5">
      <div class="flex flex-wrap gap-x-6 gap-y-1">
        <span>${t('footer.copyright', { year, county })}</span>
        <span>${t('footer.server', { version })}</span>
      </div>
    </div>
  </footer>`
