import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#client/lib/cn.ts'
import { createStore, useStore } from '#client/lib/store.ts'

/** The county and the application, for the window's titles. The layout sets them once they are known. */
export const brand = createStore({ county: '', appTitle: '' })

let pagesShown = 0

type PageTitleProps = {
  /** The window's title, and the heading unless `children` is given. */
  title: string
  className?: string
  children?: ReactNode
}

/**
 * The only h1 of a page. It sets the window's title and gets the focus on a new page, so that a screen reader starts at
 * the top. The first page of a visit leaves the focus to the browser.
 */
export function PageTitle({ title, className, children }: PageTitleProps) {
  const { t } = useTranslation()
  const { county, appTitle } = useStore(brand)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    pagesShown += 1
    if (pagesShown === 1) return
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])

  useEffect(() => {
    const app = appTitle || t('app.defaultTitle')
    document.title = t('app.documentTitle', { page: title, county, app }).replace(/\s+/g, ' ')
  }, [title, county, appTitle, t])

  return (
    <h1 ref={heading} tabIndex={-1} className={cn('w-fit', className)}>
      {children ?? title}
    </h1>
  )
}
