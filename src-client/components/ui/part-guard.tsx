import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { logWarning } from '#client/lib/log.ts'
import { LoadFailed } from './empty-state.tsx'

type PartGuardProps = {
  /** Shown instead of the failed part, with what tries again; a message with a button unless given. */
  renderFailed?: (retry: () => void) => ReactNode
  children: ReactNode
}

/**
 * Keeps a part of a page that fails to render, or whose script fails to load, from taking down the rest. A class
 * component, because React offers no hook for this.
 */
export class PartGuard extends Component<PartGuardProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    logWarning('A part of a page failed.', error)
  }

  retry = () => {
    this.setState({ failed: false })
  }

  override render() {
    const { renderFailed, children } = this.props
    if (!this.state.failed) return children
    return renderFailed ? renderFailed(this.retry) : <PartFailed onRetry={this.retry} />
  }
}

type PartFailedProps = {
  /** Tries again; absent if that cannot help. */
  onRetry?: () => void
  /** What else may help. */
  action?: ReactNode
}

/** Says that only this part failed, with a button that tries again or another that helps. */
export function PartFailed({ onRetry, action }: PartFailedProps) {
  const { t } = useTranslation()
  return (
    <LoadFailed
      title={t('failedPart.detail')}
      hint={t('failedPart.rest')}
      action={action}
      query={onRetry && { isFetching: false, refetch: onRetry }}
    />
  )
}
