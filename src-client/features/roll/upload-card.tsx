import { Upload } from 'lucide-react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/components/form/field.tsx'
import { Form } from '#client/components/form/form.tsx'
import { TextAreaField, TextField } from '#client/components/form/text-field.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { Input } from '#client/components/ui/input.tsx'
import { RadioCards } from '#client/components/ui/radio-cards.tsx'
import { submit } from '#client/lib/api/submit.ts'
import type { RollMapping } from '#shared/contract/roll-mapping.ts'
import type { RollField } from '#shared/contract/roll.ts'
import { joinedColumns, rollFormSchema, toRollForm } from './roll-form-values.ts'

const requiredFields: readonly RollField[] = ['parcelId', 'address']
const orderedFields: readonly RollField[] = [
  'parcelId',
  'address',
  'city',
  'zip',
  'legalDescription',
  'ownerName',
  'mailAddress',
  'mailCity',
  'mailState',
  'mailZip',
]
const isJoined = (name: RollField) => joinedColumns.some((joined) => joined === name)

function FileField() {
  const { t } = useTranslation()
  const { field, fieldState } = useController({ name: 'file' })
  return (
    <Field label={t('roll.upload.file')} {...(fieldState.error?.message && { error: fieldState.error.message })}>
      {(control) => (
        <Input
          {...control}
          type="file"
          accept=".csv,.gz,.txt,text/csv,application/gzip"
          className="h-auto py-2.5 file:me-3 file:rounded-md file:border-0 file:bg-muted file:px-3 file:py-1.5 file:font-semibold file:text-foreground"
          onChange={(event) => field.onChange(event.target.files?.[0])}
        />
      )}
    </Field>
  )
}

/** The columns of the file, in the manner of the feeds' column editor. */
function MappingFields() {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-prose text-sm text-muted-foreground">{t('roll.upload.help2')}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
        {orderedFields.map((name) => {
          const frame = {
            name: `mapping.${name}`,
            label: t(`roll.upload.fields.${name}`),
            optional: !requiredFields.includes(name),
          }
          if (!isJoined(name)) return <TextField key={name} {...frame} autoComplete="off" spellCheck={false} />
          return <TextAreaField key={name} {...frame} help={t('roll.upload.perLine')} className="sm:col-span-2" />
        })}
      </div>
    </div>
  )
}

function ColumnChoice() {
  const { t } = useTranslation()
  const { field } = useController({ name: 'mapped' })
  const mapped = useWatch({ name: 'mapped' }) === true
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <p className="leading-[1.4] font-semibold" aria-hidden>
          {t('roll.upload.how')}
        </p>
        <RadioCards
          legend={t('roll.upload.how')}
          name="mapped"
          value={mapped ? 'own' : 'standard'}
          onChange={(value) => field.onChange(value === 'own')}
          cards={[
            { value: 'standard', title: t('roll.upload.standard'), help: t('roll.upload.standardHelp') },
            { value: 'own', title: t('roll.upload.own'), help: t('roll.upload.ownHelp') },
          ]}
        />
      </div>
      {mapped && <MappingFields />}
    </>
  )
}

type UploadCardProps = {
  /** Of the latest file, which the next one most likely has too. */
  mapping: RollMapping | null
  /** Begins the upload. */
  onStart: (file: File, mapping: RollMapping | null) => Promise<void>
}

/** Chooses a file and says how it names its columns. */
export function UploadCard({ mapping, onStart }: UploadCardProps) {
  const { t } = useTranslation()
  const form = useAppForm({ schema: rollFormSchema, defaultValues: toRollForm(mapping) })
  return (
    <Card title={t('roll.upload.title')} className="max-w-[52rem]">
      <Form
        form={form}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
        onSubmit={(values) => submit(() => onStart(values.file, values.mapping), { fields: [] })}
      >
        <p className="max-w-prose">{t('roll.upload.help')}</p>
        <FileField />
        <ColumnChoice />
        <Button
          type="submit"
          className="justify-self-start"
          busy={form.formState.isSubmitting && t('roll.upload.starting')}
        >
          <Upload aria-hidden />
          {t('roll.upload.start')}
        </Button>
      </Form>
    </Card>
  )
}
