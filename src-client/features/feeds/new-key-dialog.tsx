import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/components/form/field.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { Input } from '#client/components/ui/input.tsx'
import { PostDetails } from './post-details.tsx'

/** Shows a new key, once, and how a feed sends it. */
export function NewKeyDialog({ value, onClose }: { value: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setSaid(t('feeds.keys.copied'))
    } catch {
      setSaid(t('feeds.keys.notCopied'))
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('feeds.keys.newTitle')}
      footer={
        <Button onClick={() => void copy()}>
          <Copy aria-hidden />
          {t('feeds.keys.copy')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <Banner tone="warning">{t('feeds.keys.once')}</Banner>
        <Field label={t('feeds.keys.key')}>
          {(control) => (
            <Input
              {...control}
              readOnly
              value={value}
              className="font-mono"
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
        <output className="font-semibold">{said}</output>
        <PostDetails feedKey={value} />
      </div>
    </Dialog>
  )
}
