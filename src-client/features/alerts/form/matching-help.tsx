import { CircleCheck, CircleMinus, Printer } from 'lucide-react'
import { useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '#client/components/list/data-table.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Dialog, DialogClose } from '#client/components/ui/dialog.tsx'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { usePrinting } from '#client/lib/use-printing.ts'
import { type MatchingExample, matchingExamples } from './matching-examples.ts'

const parts = ['people', 'businesses', 'parcels', 'wider'] as const

function Result({ result }: Pick<MatchingExample, 'result'>) {
  const { t } = useTranslation()
  const Icon = result === 'no' ? CircleMinus : CircleCheck
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <Icon className="shrink-0" aria-hidden />
      {t(`matching.results.${result}`)}
    </span>
  )
}

const toRecord = ({ record }: MatchingExample) => <span className="font-mono text-sm wrap-anywhere">{record}</span>
const getResult = ({ result }: MatchingExample) => <Result result={result} />

function Examples() {
  const { t } = useTranslation()
  const heading = useId()
  const columns: Column<MatchingExample>[] = [
    { key: 'alert', head: t('matching.alert'), cardLabel: () => t('matching.alert'), cell: ({ alert }) => alert },
    {
      key: 'record',
      head: t('matching.record'),
      cardLabel: () => t('matching.record'),
      cell: toRecord,
    },
    {
      key: 'result',
      head: t('matching.result'),
      cardLabel: () => t('matching.result'),
      cell: getResult,
    },
  ]
  return (
    <section aria-labelledby={heading} className="grid gap-2">
      <h3 id={heading} className="text-lg">
        {t('matching.examples')}
      </h3>
      <DataTable
        labelledBy={heading}
        columns={columns}
        rows={matchingExamples}
        rowKey={({ alert, record }) => `${alert} ${record}`}
      />
    </section>
  )
}

/** The matching rule in the words published to residents (decisions, section 6). */
function Rule() {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {parts.map((part) => (
        <section key={part} className="grid gap-2">
          <h3 className="text-lg">{t(`matching.rule.${part}.title`)}</h3>
          <ul className="grid list-disc gap-1.5 ps-5">
            {Object.values(t(`matching.rule.${part}.lines`, { returnObjects: true })).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
      <Examples />
      <p>{t('matching.limits')}</p>
    </div>
  )
}

/** The printed version, never visible on screen. */
function PrintSheet() {
  const { t } = useTranslation()
  const start = useStartContent()
  return (
    <div className="hidden print:block">
      <p>
        {start?.county} · {start?.appTitle}
      </p>
      <h1>{t('matching.helpTitle')}</h1>
      <p className="mb-4">{t('matching.helpDescription')}</p>
      <Rule />
    </div>
  )
}

/** How names are matched: a help dialog over the form, to read or print. */
export function MatchingHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [printing, setPrinting] = useState(false)
  usePrinting(printing, () => setPrinting(false))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('matching.helpTitle')}
      description={t('matching.helpDescription')}
      reading={t('matching.helpTitle')}
      footer={
        <>
          <Button variant="secondary" onClick={() => setPrinting(true)}>
            <Printer aria-hidden />
            {t('matching.print')}
          </Button>
          <DialogClose>
            <Button>{t('dialog.close')}</Button>
          </DialogClose>
        </>
      }
    >
      <Rule />
      {printing && createPortal(<PrintSheet />, document.body)}
    </Dialog>
  )
}
