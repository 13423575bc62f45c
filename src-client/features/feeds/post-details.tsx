import { Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { feedCurl, feedHeader, feedUrl } from './feed-request.ts'

/** Selects the text of an element, for a reader who copies it with the keyboard. */
function selectText(element: HTMLElement | null): void {
  if (element) window.getSelection()?.selectAllChildren(element)
}

/** The command to copy. Where the browser refuses the clipboard, it is selected instead. */
function CurlCommand({ command }: { command: string }) {
  const { t } = useTranslation()
  const text = useRef<HTMLElement>(null)
  const [answer, setAnswer] = useState('')
  const copy = async () => {
    // Emptied first: a screen reader announces the same words again only after a change.
    setAnswer('')
    try {
      await navigator.clipboard.writeText(command)
      setAnswer(t('feeds.post.copied'))
    } catch {
      selectText(text.current)
      setAnswer(t('feeds.post.selected'))
    }
  }
  return (
    <div className="grid gap-1.5">
      <p className="font-bold">{t('feeds.post.curl')}</p>
      <p className="text-sm text-muted-foreground">{t('feeds.post.curlHelp')}</p>
      <pre className="rounded-md border border-border bg-muted px-3.5 py-2.5 text-sm whitespace-pre-wrap wrap-anywhere">
        <code ref={text} className="font-mono">
          {command}
        </code>
      </pre>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" size="small" onClick={() => void copy()}>
          <Copy aria-hidden />
          {t('feeds.post.copy')}
        </Button>
        <output className="font-semibold">{answer}</output>
      </div>
    </div>
  )
}

/** Address, header and a command to copy. They contain the key only while it is shown. */
export function PostDetails({ feedKey }: { feedKey?: string }) {
  const { t } = useTranslation()
  const url = feedUrl()
  const key = feedKey ?? t('feeds.post.placeholder')
  const rows = [
    { label: t('feeds.post.address'), value: url },
    { label: t('feeds.post.header'), value: feedHeader(key) },
  ]
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3">
        {rows.map(({ label, value }) => (
          <div key={label}>
            <dt className="font-bold">{label}</dt>
            <dd className="font-mono text-sm wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <CurlCommand command={feedCurl(url, key)} />
    </div>
  )
}

/** What a recorder's vendor needs to send records to this feed, except its key. */
export function PostCard() {
  const { t } = useTranslation()
  return (
    <Card title={t('feeds.post.title')} className="max-w-form">
      <p className="mb-4 max-w-prose text-sm text-muted-foreground">{t('feeds.post.help')}</p>
      <PostDetails />
    </Card>
  )
}
