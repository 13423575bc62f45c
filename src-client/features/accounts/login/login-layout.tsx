import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { SlideShow } from '#client/components/slides/slide-show.tsx'
import { cn } from '#client/lib/cn.ts'
import type { Paragraph } from '#shared/settings/field.ts'
import { LinksRow } from './links-row.tsx'

type LoginLayoutProps = {
  county: string
  /** The content of the login card below its heading. */
  children: ReactNode
  /** Whether the content below was loaded, or failed to load. */
  isRead: boolean
  /** The number of slides, at most six. */
  slides: number
  news: readonly Paragraph[]
  links: readonly Paragraph[]
}

/** Up to this number of links are next to the form; more take the whole width. */
const maxBesideForm = 3

/** The login page: the form first, then the slides, the news and the county's links. */
export function LoginLayout({ county, children, isRead, slides, news, links }: LoginLayoutProps) {
  const { t } = useTranslation()
  const row = links.length > 0 && <LinksRow links={links} />
  const isWide = links.length > maxBesideForm
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid w-full max-w-336 grid-cols-[minmax(0,1fr)] content-start gap-stack px-[clamp(1rem,2.5vw,2.5rem)] pt-[clamp(1rem,3vw,3rem)] pb-12 lg:grid-cols-[27rem_minmax(0,1fr)]"
    >
      <div className="grid content-start gap-5 rounded-lg border border-border bg-card p-card shadow-card ">
        <div className="grid gap-1">
          <PageTitle title={t('login.title')} />
          <p>{t('login.purpose')}</p>
        </div>
        {children}
      </div>
      {/* On a wide page it appears as a whole: the slides fill what news and links leave. */}
      <div className={cn('flex flex-col gap-stack', !isRead && 'lg:invisible')}>
        <SlideShow count={slides} county={county} fills />
        {news.length > 0 && <News news={news} />}
        {!isWide && row}
      </div>
      {isWide && row}
    </main>
  )
}

/** In pixels. */
const maxNewsHeight = 150

/** The latest news, at most 150 px high. The rest scrolls, by keyboard too, and fades at the bottom. */
function News({ news }: { news: readonly Paragraph[] }) {
  const { t } = useTranslation()
  const heading = useId()
  const text = useRef<HTMLDivElement>(null)
  const [cut, setCut] = useState(false)
  useLayoutEffect(() => {
    const element = text.current
    if (!element) return undefined
    const sizes = new ResizeObserver(() => setCut(element.offsetHeight > maxNewsHeight))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  return (
    <div className="grid content-start gap-2 rounded-lg border border-border bg-card p-card shadow-card">
      <h2 id={heading}>{t('login.news')}</h2>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={cut ? 0 : undefined}
        aria-labelledby={heading}
        className={cn(
          'max-h-37.5 overflow-y-auto rounded-sm pe-3',
          cut && 'pb-8 mask-[linear-gradient(#000_calc(100%-2.5rem),transparent)]',
        )}
      >
        <div ref={text} className="grid gap-3">
          {news.map((item) => (
            <div key={`${item.heading}${item.paragraphContent}`} className="grid gap-1">
              <h3>{item.heading}</h3>
              <p>{item.paragraphContent}</p>
            </div>
          ))}
        </div>
      </section>
    </div>
  )
}
