import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { maxPhones, maxRecipients, type RecipientLimits } from '#shared/domain/alert/max-recipients.ts'
import { Button } from '#client/components/ui/button.tsx'
import { cn } from '#client/lib/cn.ts'
import { useRecipientLimits } from '#client/lib/api/start-content.ts'
import { useTurning } from './use-auto-advance.ts'

/** In this order; public/slides holds the picture of each under its number. */
const shipped = ['map', 'letter', 'household', 'helper', 'why', 'wrong'] as const

type SlideShowProps = { count: number; county: string }

/** What a slide promises: no more than the county offers. */
function detailKey(slide: (typeof shipped)[number], limits: RecipientLimits) {
  if (maxPhones(limits) === 0 && (slide === 'map' || slide === 'letter'))
    return `login.slides.${slide}.detailByEmail` as const
  if (maxRecipients(limits) < 2 && slide === 'helper') return 'login.slides.helper.detailAlone'
  return `login.slides.${slide}.detail` as const
}

/**
 * What the service is, in up to six slides. They turn by themselves; Pause comes first, and they wait under the pointer
 * or the focus. All slides lie in one place, so that the page does not move when they turn.
 */
export function SlideShow({ count, county }: SlideShowProps) {
  const { t } = useTranslation()
  const limits = useRecipientLimits()
  const slides = shipped.slice(0, count)
  const { current, paused, turns, show, move, togglePaused, hold, letGo } = useTurning(slides.length)
  if (slides.length === 0) return null
  const many = slides.length > 1
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only waits while somebody is there
    <section
      aria-label={t('login.service')}
      aria-roledescription={many ? t('login.slideShow') : undefined}
      onPointerEnter={hold}
      onPointerLeave={letGo}
      onFocus={hold}
      onBlur={letGo}
      className="flex flex-col overflow-hidden rounded-lg bg-header text-header-foreground"
    >
      <div aria-live={turns ? 'off' : 'polite'} className="grid flex-1 grid-cols-[minmax(0,1fr)]">
        {slides.map((slide, index) => (
          <div
            key={slide}
            role={many ? 'group' : undefined}
            aria-roledescription={many ? t('login.slide') : undefined}
            aria-label={many ? t('login.slideOf', { number: index + 1, count: slides.length }) : undefined}
            className={cn('col-start-1 row-start-1 flex flex-col', index !== current && 'invisible')}
          >
            <img
              src={`/slides/${index + 1}.svg`}
              alt={t(`login.slides.${slide}.picture`)}
              className="max-h-96 min-h-48 w-full flex-1 object-cover"
            />
            <div className={cn('grid gap-2 px-card pt-5', many ? 'pb-2' : 'pb-5')}>
              <h2 className="font-display text-2xl font-semibold">{t(`login.slides.${slide}.title`)}</h2>
              <p className="max-w-prose text-header-muted">{t(detailKey(slide, limits), { county })}</p>
            </div>
          </div>
        ))}
      </div>
      {many && (
        <div className="flex flex-wrap items-center justify-between gap-2 px-[calc(var(--card-pad)-0.75rem)] pt-2 pb-3">
          <Button variant="header" onClick={togglePaused}>
            {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
            {paused ? t('login.play') : t('login.pause')}
          </Button>
          <div className="flex">
            <Button variant="header" aria-label={t('login.previous')} onClick={() => move(-1)}>
              <ChevronLeft aria-hidden />
            </Button>
            <Button variant="header" aria-label={t('login.next')} onClick={() => move(1)}>
              <ChevronRight aria-hidden />
            </Button>
          </div>
          <div className="flex max-sm:w-full max-sm:justify-center">
            {slides.map((slide, index) => (
              <button
                key={slide}
                type="button"
                aria-label={t('login.slideNumber', { number: index + 1 })}
                aria-current={index === current || undefined}
                onClick={() => show(index)}
                className={cn(
                  'grid h-11 w-8 place-items-center rounded-md',
                  'after:size-3 after:rounded-full after:border-2 after:border-header-foreground',
                  'aria-current:after:w-6 aria-current:after:border-brass aria-current:after:bg-brass',
                )}
              />
            ))}
          </div>
        </div>
      )}
    </section>
  )
}
