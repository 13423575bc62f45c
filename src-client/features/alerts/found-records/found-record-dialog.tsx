import { Search } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/components/form/field.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { EmptyState } from '#client/components/ui/empty-state.tsx'
import { Input } from '#client/components/ui/input.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { findRecordCharacters } from '#shared/contract/found-record.ts'
import { FoundRecordItem } from './found-record-item.tsx'

type FoundRecordDialogProps = { alertId: number; onClose: () => void }

/** 'I found this myself': finds a record that an alert should have found, and reports it. */
export function FoundRecordDialog({ alertId, onClose }: FoundRecordDialogProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState('')
  return (
    <Dialog open size="large" onClose={onClose} title={t('foundRecord.title')} description={t('foundRecord.what')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <SearchForm onSearch={setAsked} />
        {asked !== '' && <Results alertId={alertId} text={asked} />}
      </div>
    </Dialog>
  )
}

function SearchForm({ onSearch }: { onSearch: (text: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isShort, setIsShort] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.trim()
    setIsShort(wanted.length < findRecordCharacters.min)
    if (wanted.length >= findRecordCharacters.min) onSearch(wanted)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Field
        label={t('foundRecord.field')}
        help={t('foundRecord.help')}
        announced
        {...(isShort && { error: t('foundRecord.tooShort') })}
      >
        {(control) => (
          <Input
            {...control}
            value={text}
            maxLength={findRecordCharacters.max}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="justify-self-start max-sm:w-full">
        <Search aria-hidden />
        {t('foundRecord.search')}
      </Button>
    </form>
  )
}

/** The records found, or that we found no record. */
function Results({ alertId, text }: { alertId: number; text: string }) {
  const { t } = useTranslation()
  const heading = useId()
  const query = trpc.userView.findRecords.useQuery({ alertId, text }, { retry: false, gcTime: 0 })
  const { change, changing } = useReports(() => query.refetch())
  const records = query.data?.content
  if (!records)
    return (
      <LoadingOrFailed query={query} loading={t('foundRecord.searching')} failed={t('foundRecord.failed')} lines={4} />
    )
  if (records.length === 0)
    return (
      <output className="block">
        <EmptyState title={t('foundRecord.none')} description={t('foundRecord.noneHelp')} />
      </output>
    )
  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h3 id={heading} className="text-lg font-bold">
        <output>{t('foundRecord.results')}</output>
      </h3>
      <ul className="grid gap-3">
        {records.map((record) => (
          <FoundRecordItem
            key={record.eventId}
            record={record}
            busy={changing === record.eventId}
            onReport={(on) => void change({ alertId, eventId: record.eventId }, on)}
          />
        ))}
      </ul>
    </section>
  )
}

/** Reports a record, or takes the report back; `changing` is the record of which that is under way. */
function useReports(onChanged: () => Promise<unknown>) {
  const report = trpc.userView.reportFoundRecord.useMutation()
  const takeBack = trpc.userView.takeBackFoundRecord.useMutation()
  const pending = [report, takeBack].find(({ isPending }) => isPending)
  async function change(input: { alertId: number; eventId: number }, on: boolean): Promise<void> {
    try {
      const { message } = await (on ? report : takeBack).mutateAsync(input)
      await onChanged()
      await showMessage('OK', message ?? '')
    } catch {
      // The central error handler has already shown the error. Staff may have resolved the report meanwhile.
      await onChanged()
    }
  }
  return { change, changing: pending?.variables?.eventId }
}
