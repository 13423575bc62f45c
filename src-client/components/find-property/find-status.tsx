import { RotateCw, SearchX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { type Finding, isNotFound } from './use-find-properties.ts'

/** Milliseconds after which a search says that it is still running; most answers arrive sooner. */
const slow = 700

type StatusProps = { finding: Finding; onRetry: () => void }

function Warning({ none, children }: { none?: boolean; children: ReactNode }) {
  return (
    <Banner tone="warning" icon={none ? SearchX : TriangleAlert} isPart>
      {children}
    </Banner>
  )
}

function Sentence({ finding }: Pick<StatusProps, 'finding'>) {
  const { t } = useTranslation()
  const isSlow = useDebounced(finding.kind === 'looking', slow) && finding.kind === 'looking'
  if (isSlow) return t('findProperty.looking')
  if (finding.kind !== 'found') return null
  if (finding.groups.length === 0) return finding.more ? t('findProperty.tooMany') : null
  if (finding.near) return t('findProperty.near', { count: finding.groups.length })
  return t(finding.more ? 'findProperty.foundMore' : 'findProperty.found', { count: finding.groups.length })
}

function Problem({ finding }: Pick<StatusProps, 'finding'>) {
  if (finding.kind === 'failed')
    return (
      <Warning>
        <p>
          <Trans i18nKey={`findProperty.failed.${finding.why}`} components={{ b: <b /> }} />
        </p>
      </Warning>
    )
  if (!isNotFound(finding)) return null
  return (
    <Warning none>
      <p>
        <Trans i18nKey="findProperty.none" components={{ b: <b /> }} />
      </p>
    </Warning>
  )
}

/** Announces how many properties were found; why there are none, and what to do; or that the search failed. */
export function FindStatus({ finding, onRetry }: StatusProps) {
  const { t } = useTranslation()
  return (
    <>
      {/* Always there, so that a screen reader notices each change. An <output> could hold no paragraphs. */}
      <div
        aria-live="polite"
        aria-atomic="true"
        className="text-sm leading-[1.45] text-muted-foreground empty:hidden [&>*]:text-base"
      >
        <Sentence finding={finding} />
        <Problem finding={finding} />
      </div>
      {finding.kind === 'failed' && (
        <Button variant="secondary" className="justify-self-start" onClick={onRetry}>
          <RotateCw aria-hidden />
          {t('findProperty.retry')}
        </Button>
      )}
    </>
  )
}
