import { useTranslation } from 'react-i18next'
import { useRecipientLimits } from '#client/lib/api/start-content.ts'
import { cn } from '#client/lib/cn.ts'
import { maxPhones, maxRecipients, type RecipientLimits } from '#shared/domain/alert/max-recipients.ts'
import { SlideControls } from './slide-controls.tsx'
import { useAutoAdvance } from './use-auto-advance.ts'

/** In order of appearance; public/slides holds the picture of each under its number. */
const slideNames = ['map', 'letter', 'household', 'helper', 'why', 'wrong'] as const

type Slide = (typeof slideNames)[number]

type SlideShowProps = {
  count: number
  county: string
  /** Whether it fills what its column leaves on a wide page, picture and all. */
  fills?: boolean
}

/** The text of a slide, which promises only what the county offers; settings that are not known yet count as on. */
function detailKey(slide: Slide, limits: RecipientLimits | undefined) {
  if (!limits) return `login.slides.${slide}.detail` as const
  if (maxPhones(limits) === 0 && (slide === 'map' || slide === 'letter'))
    return `login.slides.${slide}.detailByEmail` as const
  if (maxRecipients(limits) < 2 && slide === 'helper') return 'login.slides.helper.detailAlone'
  return `login.slides.${slide}.detail` as const
}

type SlidePanelProps = { slide: Slide; number: number; shown: boolean } & SlideShowProps

function SlidePanel({ slide, number, count, shown, county, fills }: SlidePanelProps) {
  const { t } = useTranslation()
  const limits = useRecipientLimits()
  const many = count > 1
  return (
    <div
      role={many ? 'group' : undefined}
      aria-roledescription={many ? t('login.slide') : undefined}
      aria-label={many ? t('login.slideOf', { number, count }) : undefined}
      className={cn('col-start-1 row-start-1 flex flex-col', !shown && 'invisible')}
    >
      <img
        src={`/slides/${number}.svg`}
        alt={t(`login.slides.${slide}.picture`)}
        className={cn('max-h-96 min-h-48 w-full flex-1 object-cover', fills && 'lg:max-h-none')}
      />
      <div className={cn('grid gap-2 px-card pt-5', many ? 'pb-2' : 'pb-5')}>
        <h2 className="font-display text-2xl font-semibold">{t(`login.slides.${slide}.title`)}</h2>
        <p className="max-w-prose text-header-muted">{t(detailKey(slide, limits), { county })}</p>
      </div>
    </div>
  )
}

/**
 * The service in up to six slides. They advance automatically; Pause comes first, and they stop under the pointer or
 * the focus. All slides share one place, so that the page does not move when they change.
 */
export function SlideShow({ count, county, fills = false }: SlideShowProps) {
  const { t } = useTranslation()
  const slides = slideNames.slice(0, count)
  const { current, paused, isAdvancing, show, move, togglePaused, hold, release } = useAutoAdvance(slides.length)
  if (slides.length === 0) return null
  const many = slides.length > 1
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a pointer only makes it wait
    <section
      aria-label={t('login.service')}
      aria-roledescription={many ? t('login.slideShow') : undefined}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      className={cn('flex flex-col overflow-hidden rounded-lg bg-header text-header-foreground', fills && 'flex-1')}
    >
      <div aria-live={isAdvancing ? 'off' : 'polite'} className="grid flex-1 grid-cols-[minmax(0,1fr)]">
        {slides.map((slide, index) => (
          <SlidePanel
            key={slide}
            slide={slide}
            number={index + 1}
            count={slides.length}
            shown={index === current}
            county={county}
            fills={fills}
          />
        ))}
      </div>
      {many && (
        <SlideControls
          count={slides.length}
          current={current}
          paused={paused}
          onPause={togglePaused}
          onMove={move}
          onShow={show}
        />
      )}
    </section>
  )
}
