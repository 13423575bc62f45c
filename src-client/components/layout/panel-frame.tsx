import { ExternalLink, Menu, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#client/components/ui/button.tsx'
import { cn } from '#client/lib/cn.ts'
import { isWithin } from '#client/lib/navigation.ts'
import { usePanelDensity } from './use-panel-density.ts'

/** The pending tasks behind a link: a number, and the sentence that it abbreviates. */
export type PendingTask = { number: string; sentence: string }
type PanelLink = { label: string; href: string; newWindow?: boolean; pendingTask?: PendingTask }
export type PanelSection = { label: string; icon: LucideIcon; links: readonly PanelLink[] }

const summaryClasses = [
  'flex min-h-11 items-center gap-3 rounded-md px-2 font-bold hover:bg-accent',
  "list-none [&::-webkit-details-marker]:hidden after:ms-auto after:me-1 after:size-[0.5em] after:border-current after:content-['']",
  'after:-rotate-45 after:border-e-2 after:border-b-2 group-open:after:rotate-45',
]

const linkClasses = [
  'flex min-h-10 items-center gap-2 rounded-e-md border-s-4 border-transparent px-3 py-1 -ms-px leading-[1.3] pointer-coarse:min-h-11',
  'text-foreground no-underline hover:bg-accent hover:underline',
  'aria-[current=page]:border-primary aria-[current=page]:bg-accent aria-[current=page]:font-bold aria-[current=page]:text-accent-foreground',
]

function PendingBadge({ task: { number, sentence }, className }: { task: PendingTask; className?: string }) {
  return (
    <span
      className={cn(
        'inline-grid min-w-6 place-items-center rounded-full border border-danger-edge bg-danger-tint px-1.5 text-sm font-bold text-danger tabular-nums',
        className,
      )}
    >
      <span aria-hidden>{number}</span>
      <span className="sr-only">, {sentence}</span>
    </span>
  )
}

type NavLinkProps = { link: PanelLink; current: boolean; onFollow: () => void }

function NavLink({ link, current, onFollow }: NavLinkProps) {
  const { t } = useTranslation()
  if (link.newWindow) {
    return (
      <a href={link.href} target="_blank" rel="noreferrer" className={cn(linkClasses)}>
        {link.label}
        <ExternalLink className="ms-auto size-[1em]" aria-hidden />
        <span className="sr-only"> {t('panel.newWindow')}</span>
        {link.pendingTask && <PendingBadge task={link.pendingTask} />}
      </a>
    )
  }
  return (
    <Link href={link.href} aria-current={current ? 'page' : undefined} onClick={onFollow} className={cn(linkClasses)}>
      {link.label}
      {link.pendingTask && <PendingBadge task={link.pendingTask} className="ms-auto" />}
    </Link>
  )
}

/** True from 960 px, where the navigation is next to the page. */
const isWide = () => matchMedia('(min-width: 60rem)').matches

const storageKey = 'panelNavigation'

/** Next to the page it starts open unless it was closed before. Above the page, on a small screen, it starts closed. */
function startsOpen(): boolean {
  if (!isWide()) return false
  try {
    return localStorage.getItem(storageKey) !== 'closed'
  } catch {
    return true
  }
}

function storeOpen(open: boolean): void {
  try {
    if (open) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'closed')
  } catch {
    // Without storage, the choice lasts for the visit.
  }
}

/** The links with pending tasks, shown while the navigation is closed. */
function PendingLinks({ links }: { links: readonly PanelLink[] }) {
  return links.map(({ href, pendingTask }) => (
    <Link
      key={href}
      href={href}
      className="ms-3 inline-flex min-h-11 items-center gap-2 font-semibold text-danger lg:ms-0 lg:mt-2 lg:block lg:w-28 lg:py-2"
    >
      <TriangleAlert className="inline size-[1.05em] flex-none align-[-0.1em] lg:me-1.5" aria-hidden />
      {pendingTask?.sentence}
    </Link>
  ))
}

type NavSectionProps = { section: PanelSection; current: string; onFollow: () => void }

function NavSection({ section: { label, icon: Icon, links }, current, onFollow }: NavSectionProps) {
  return (
    <details open={links.some(({ href }) => isWithin(current, href))} className="group">
      <summary className={cn(summaryClasses)}>
        <Icon aria-hidden />
        {label}
        {links.map(
          ({ href, pendingTask }) =>
            pendingTask && <PendingBadge key={href} task={pendingTask} className="group-open:hidden" />,
        )}
      </summary>
      <ul className="mt-0.5 mb-2 ms-[1.1rem] border-s border-border">
        {links.map((link) => (
          <li key={link.href}>
            <NavLink link={link} current={isWithin(current, link.href)} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </details>
  )
}

type PanelFrameProps = {
  sections: readonly PanelSection[]
  /** The address of the current page: its link is marked, or that of the page above it. */
  current: string
  children: ReactNode
}

/** The control panel's frame: navigation, open by default and toggled by Menu, and the page next to it. */
export function PanelFrame({ sections, current, children }: PanelFrameProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(startsOpen)
  const toggle = () => {
    setOpen(!open)
    if (isWide()) storeOpen(!open)
  }
  const navigation = useId()
  usePanelDensity()
  const linksWithTasks = sections.flatMap(({ links }) => links).filter(({ pendingTask }) => pendingTask)

  return (
    <div
      className={cn(
        'mx-auto grid w-full max-w-page flex-1 grid-cols-[minmax(0,1fr)] max-lg:grid-rows-[auto_1fr]',
        open ? 'lg:grid-cols-[17rem_minmax(0,1fr)]' : 'lg:grid-cols-[auto_minmax(0,1fr)]',
      )}
    >
      <div className="border-b border-border bg-card px-[clamp(1rem,2.5vw,2.5rem)] py-3 lg:border-e lg:border-b-0 lg:p-4 print:hidden">
        <Button
          variant="secondary"
          aria-expanded={open}
          aria-controls={navigation}
          onClick={toggle}
          className="border-input text-foreground"
        >
          <Menu aria-hidden />
          {t('panel.menu')}
        </Button>
        {!open && <PendingLinks links={linksWithTasks} />}
        <nav id={navigation} hidden={!open} aria-label={t('panel.navigation')} className="mt-2">
          {sections.map((section) => (
            <NavSection
              key={section.label}
              section={section}
              current={current}
              onFollow={() => isWide() || setOpen(false)}
            />
          ))}
        </nav>
      </div>
      <main
        id="main"
        tabIndex={-1}
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-stack px-[clamp(1rem,2.5vw,2.5rem)] pt-[clamp(1rem,2.2vw,2rem)] pb-12"
      >
        {children}
      </main>
    </div>
  )
}
