import { useTranslation } from 'react-i18next'
import { cn } from '#client/lib/cn.ts'
import type { ExplainedDocument } from '#shared/domain/notice/document-types.ts'

type DocumentTypeLineProps = { document: { explanation: ExplainedDocument | null }; className?: string }

/**
 * What the type of a document means, in a sentence or two; the county may have written its own. The English text
 * arrives with the record, so that no page carries all of them.
 */
export function DocumentTypeLine({ document: { explanation }, className }: DocumentTypeLineProps) {
  const { t } = useTranslation()
  if (!explanation) return null
  return (
    <p className={cn('max-w-prose text-pretty wrap-anywhere', className)}>
      {explanation.key
        ? t(`documentTypes.${explanation.key}`, { defaultValue: explanation.explanation })
        : explanation.explanation}
    </p>
  )
}
