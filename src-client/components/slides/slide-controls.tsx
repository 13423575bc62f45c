import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { cn } from '#client/lib/cn.ts'

type SlideControlsProps = {
  count: number
  /** The slide shown, from 0. */
  current: number
  paused: boolean
  onPause: () => void
  onMove: (by: 1 | -1) => void
  onShow: (index: number) => void
}

/** Pause, Previous, Next, and a dot for each slide. */
export function SlideControls({ count, current, paused, onPause, onMove, onShow }: SlideControlsProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 px-[calc(var(--card-pad)-0.75rem)] pt-2 pb-3">
      <Button variant="header" onClick={onPause}>
        {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
        {paused ? t('login.play') : t('login.pause')}
      </Button>
      <div className="flex">
        <Button variant="header" aria-label={t('login.previous')} onClick={() => onMove(-1)}>
          <ChevronLeft aria-hidden />
        </Button>
        <Button variant="header" aria-label={t('login.next')} onClick={() => onMove(1)}>
          <ChevronRight aria-hidden />
        </Button>
      </div>
      <div className="flex max-sm:w-full max-sm:justify-center">
        {Array.from({ length: count }, (_, index) => (
          <button
            key={index}
            type="button"
            aria-label={t('login.slideNumber', { number: index + 1 })}
            aria-current={index === current || undefined}
            onClick={() => onShow(index)}
            className={cn(
              'grid h-11 w-8 place-items-center rounded-md',
              'after:size-3 after:rounded-full after:border-2 after:border-header-foreground',
              'aria-current:after:w-6 aria-current:after:border-brass aria-current:after:bg-brass',
            )}
          />
        ))}
      </div>
    </div>
  )
}
