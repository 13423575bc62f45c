import { Children, type ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { PartFailed, PartGuard } from '../ui/part-guard.tsx'
import { PageFrame, type PageFrameProps } from './page-frame.tsx'

/** Replaces a card that failed completely. */
function FailedCard({ onRetry }: { onRetry: () => void }) {
  return (
    <Card>
      <PartFailed onRetry={onRetry} />
    </Card>
  )
}

/** The residents' page: one column of cards. Each part fails on its own. */
export function ResidentPage({ children, ...frame }: PageFrameProps) {
  return (
    <PageFrame {...frame}>
      {Children.map(children, (part) => (
        <PartGuard renderFailed={(retry) => <FailedCard onRetry={retry} />}>{part}</PartGuard>
      ))}
    </PageFrame>
  )
}

/** Two short cards on one row from 768 px. */
export function CardPair({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-stack md:grid-cols-[repeat(2,minmax(0,1fr))]">{children}</div>
  )
}
