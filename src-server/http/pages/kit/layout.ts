import { type Html, html } from '#shared/node/platform/html.ts'
import { icon } from './icons.ts'
import type { PageTexts } from './page-texts.ts'

/** What every page says of the county and the service. */
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
  /** Of the window. */
  title: string
  main: Html
}

type Surroundings = {
  texts: PageTexts
  county: County /** '' links to the source in development. */
  css: string
  version: string
  year: number
}

const bar =
  'mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-2 px-[clamp(1rem,2.5vw,2.5rem)] py-3'

/** A whole page: one answer with its style in it, so that a slow phone shows it after one round trip. */
export function renderPage({ title, main }: PageView, { texts, county, css, version, year }: Surroundings): string {
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
          ${header(texts, county, app)}
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

const header = ({ t, plain }: PageTexts, { county, headline }: County, app: string): Html =>
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
