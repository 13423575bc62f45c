import { BellRing } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MorePill } from '#client/components/ui/more-pill.tsx'
import { CallBar, shownNotice } from '#client/features/notices/public.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { type Unanswered, type UnansweredRecord, WaitingRecord } from './waiting-record.tsx'

/**
 * The records seen before with those that arrived since, each where the server ranks it: before the next one that was
 * seen. A revision that asks again has another notice, and so another token.
 */
function mergeInOrder(seen: readonly UnansweredRecord[], records: readonly UnansweredRecord[]): UnansweredRecord[] {
  const merged = [...seen]
  for (const [index, record] of records.entries()) {
    if (merged.some(({ token }) => token === record.token)) continue
    const later = new Set(records.slice(index + 1).map(({ token }) => token))
    const at = merged.findIndex(({ token }) => later.has(token))
    merged.splice(at === -1 ? merged.length : at, 0, record)
  }
  return merged
}

/**
 * The records to show: those that wait, and in their places those that this visit showed and answered, so that an
 * answer stays in sight with its consequences.
 */
function useShownRecords(records: readonly UnansweredRecord[]) {
  const [seen, setSeen] = useState(records)
  const all = mergeInOrder(seen, records)
  if (all.length > seen.length) setSeen(all)
  const notices = trpc.useQueries((query) =>
    all.map(({ token, notice }) => query.notices.show(...shownNotice(token, notice))),
  )
  // An answer that was undone asks again, even before the list knows.
  const [undone, setUndone] = useState<readonly string[]>([])
  const isAnswered = (index: number) => (notices[index]?.data?.content.answer ?? null) !== null
  const isAsked = (token: string) => undone.includes(token) || records.some((item) => item.token === token)
  return {
    shown: all.filter(({ token }, index) => isAnswered(index) || isAsked(token)),
    waiting: all.filter(({ token }, index) => !isAnswered(index) && isAsked(token)),
    keepUndone: (token: string) => setUndone([...undone, token]),
  }
}

type UnansweredRecordsProps = Unanswered & { historyHref: string }

/** The records of the last 30 days that wait for an answer: the first three in one card, one open, and how many more. */
export function UnansweredRecords({ records, total, historyHref }: UnansweredRecordsProps) {
  const { t } = useTranslation()
  const heading = useId()
  const phone = useStartContent()?.contactPhone ?? ''
  const { shown, waiting, keepUndone } = useShownRecords(records)
  // The first is open, and stays so when a more urgent one arrives above it: nothing moves under a finger. '' for none.
  const [chosen, setChosen] = useState(records[0]?.token)
  const [next, setNext] = useState('')
  if (shown.length === 0) return null
  const isChosen = chosen === '' || waiting.some(({ token }) => token === chosen)
  const open = isChosen ? chosen : waiting[0]?.token
  const rest = total - records.length
  /** Opens the next record after this one was answered; undefined if it is the last. */
  const goOnAfter = (answered: string) => {
    const following = waiting.find(({ token }) => token !== answered)?.token
    if (following === undefined) return undefined
    return () => {
      setChosen(following)
      setNext(following)
    }
  }
  return (
    <section
      aria-labelledby={heading}
      className="rounded-lg border border-s-8 border-border border-s-brass bg-card shadow-card"
    >
      <h2 id={heading} className="flex items-center gap-2.5 px-card py-4 max-sm:py-2.5 max-sm:text-lg">
        <BellRing className="text-warning max-sm:hidden" aria-hidden />
        {t('record.needAnswer', { count: waiting.length + rest })}
      </h2>
      <ol className="list-none p-0">
        {shown.map((record) => (
          <WaitingRecord
            key={record.token}
            record={record}
            isOpen={record.token === open}
            isNext={record.token === next}
            onToggle={(isOpen) => {
              if (isOpen) setChosen(record.token)
              else if (record.token === open) setChosen('')
            }}
            onExpected={goOnAfter(record.token)}
            onUndone={() => {
              setChosen(record.token)
              keepUndone(record.token)
            }}
          />
        ))}
      </ol>
      {rest > 0 && (
        <p className="border-t border-border px-card py-3">
          <MorePill href={historyHref}>{t('record.more', { count: rest })}</MorePill>
        </p>
      )}
      <CallBar phone={phone} />
    </section>
  )
}
