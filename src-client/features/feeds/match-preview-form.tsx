import { Search } from 'lucide-react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Form } from '#client/components/form/form.tsx'
import { SelectField } from '#client/components/form/select-field.tsx'
import { DateField, TextAreaField, TextField } from '#client/components/form/text-field.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { Button } from '#client/components/ui/button.tsx'
import { RadioCards } from '#client/components/ui/radio-cards.tsx'
import { submit } from '#client/lib/api/submit.ts'
import { messages } from '#shared/contract/messages.ts'

const schema = z
  .object({
    feedId: z.string(),
    pasted: z.boolean(),
    id: z.string().max(200),
    recorded: z.string(),
    names: z.string().max(50_000),
    parcels: z.string().max(50_000),
    text: z.string().max(100_000),
  })
  .superRefine(({ pasted, text, id, recorded, names, parcels }, ctx) => {
    const required = (path: string) => ctx.addIssue({ code: 'custom', path: [path], message: messages.required })
    if (pasted) {
      if (!text.trim()) required('text')
      return
    }
    if (!id.trim()) required('id')
    if (!recorded.trim()) required('recorded')
    if (!names.trim() && !parcels.trim()) required('names')
  })
type Values = z.infer<typeof schema>

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Reads MM/DD/YYYY, as feeds write dates. Anything else goes to the server, which names the error. */
const toIsoDate = (day: string) => day.trim().replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$1-$2')

/** The record as the feed would post it. */
function getText({ pasted, text, id, recorded, names, parcels }: Values): string {
  if (pasted) return text
  return JSON.stringify({
    documentIdentifier: id.trim(),
    recordedAt: toIsoDate(recorded),
    parties: lines(names).map((name) => ({ name })),
    parcels: lines(parcels),
  })
}

function Record() {
  const { t } = useTranslation()
  const { field } = useController({ name: 'pasted' })
  const pasted = useWatch({ name: 'pasted' }) === true
  return (
    <>
      <RadioCards
        legend={t('feeds.whoTold.how')}
        name="pasted"
        value={pasted ? 'paste' : 'form'}
        onChange={(value) => field.onChange(value === 'paste')}
        cards={[
          { value: 'form', title: t('feeds.whoTold.form'), help: t('feeds.whoTold.formHelp') },
          { value: 'paste', title: t('feeds.whoTold.paste'), help: t('feeds.whoTold.pasteHelp') },
        ]}
      />
      {pasted ? (
        <TextAreaField name="text" label={t('feeds.whoTold.text')} rows={8} />
      ) : (
        <>
          <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-5 sm:grid-cols-2">
            <TextField name="id" label={t('feeds.whoTold.id')} maxLength={200} autoComplete="off" />
            <DateField name="recorded" label={t('feeds.whoTold.recorded')} />
          </div>
          <TextAreaField name="names" label={t('feeds.whoTold.names')} help={t('feeds.mapping.perLine')} />
          <TextAreaField
            name="parcels"
            label={t('feeds.whoTold.parcels')}
            help={t('feeds.mapping.perLine')}
            optional
            rows={2}
          />
        </>
      )}
    </>
  )
}

type MatchPreviewFormProps = {
  feeds: readonly { id: number; name: string }[]
  onAsk: (question: { feedId: number; text: string }) => Promise<void>
}

/** A record, filled in or pasted, and its feed. */
export function MatchPreviewForm({ feeds, onAsk }: MatchPreviewFormProps) {
  const { t } = useTranslation()
  const form = useAppForm({
    schema,
    defaultValues: {
      feedId: String(feeds[0]?.id ?? ''),
      pasted: false,
      id: '',
      recorded: '',
      names: '',
      parcels: '',
      text: '',
    },
  })
  return (
    <Form
      form={form}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(values) =>
        submit(() => onAsk({ feedId: Number(values.feedId), text: getText(values) }), {
          fields: values.pasted ? ['text'] : [],
        })
      }
    >
      <SelectField
        name="feedId"
        label={t('feeds.whoTold.feed')}
        options={feeds.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Record />
      <div>
        <Button type="submit" busy={form.formState.isSubmitting && t('feeds.whoTold.asking')}>
          <Search aria-hidden />
          {t('feeds.whoTold.ask')}
        </Button>
      </div>
    </Form>
  )
}
