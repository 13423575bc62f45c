import { FileCheck } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/components/form/field.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { Textarea } from '#client/components/ui/input.tsx'
import { getFieldErrors, getErrorMessage } from '#client/lib/api/errors.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { feedFormSchema, type FeedForm } from './feed-form-values.ts'
import type { FeedCalls } from './feed-types.ts'
import { ParsedRecord } from './parsed-record.tsx'

function SampleResult({ sample }: { sample: FeedCalls['checkMapping']['content'] }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="font-semibold">{t(sample.documents.length > 0 ? 'feeds.check.done' : 'feeds.check.nothing')}</p>
      {sample.unread.length > 0 && <p>{t('feeds.check.unread', { columns: sample.unread.join(', ') })}</p>}
      {sample.documents.map((record, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a sample may hold a document twice, or without an id
        <ParsedRecord key={index} record={record} />
      ))}
      {sample.more > 0 && <p>{t('feeds.check.more', { count: sample.more })}</p>}
    </>
  )
}

/** Parses a pasted sample with the current settings of the form. */
export function SampleCard() {
  const { t } = useTranslation()
  const { getValues, trigger } = useFormContext<FeedForm>()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const check = trpc.feeds.checkMapping.useMutation({
    // Shown at the field.
    meta: { handled: true },
    onError: (error) => setProblem(getFieldErrors(error).text ?? getErrorMessage(error)),
  })
  const run = async () => {
    setProblem(undefined)
    const values = getValues()
    // A feed without a name can be checked too.
    const settings = feedFormSchema.safeParse({ ...values, name: values.name.trim() || '-' })
    if (settings.success) return check.mutate({ text, feed: settings.data })
    await trigger()
    setProblem(t('feeds.check.first'))
  }
  const found = check.data?.content
  return (
    <Card title={t('feeds.check.title')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field
          label={t('feeds.check.sample')}
          help={t('feeds.check.help')}
          optional
          {...(problem ? { error: problem } : {})}
        >
          {(control) => (
            <Textarea
              {...control}
              // The sample is not saved, so the error summary must not list it.
              data-alone
              rows={5}
              spellCheck={false}
              className="font-mono text-sm"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div>
          <Button variant="secondary" busy={check.isPending && t('feeds.check.checking')} onClick={() => void run()}>
            <FileCheck aria-hidden />
            {t('feeds.check.check')}
          </Button>
        </div>
        <output className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {found && !problem && <SampleResult sample={found} />}
        </output>
      </div>
    </Card>
  )
}
