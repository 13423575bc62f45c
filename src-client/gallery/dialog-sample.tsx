import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#client/components/ui/button.tsx'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { ask, holdWhile, showMessage } from '../lib/dialogs/prompts.ts'
import { showToast } from '../lib/dialogs/toasts.ts'
import { FormSample } from './form-sample.tsx'

const aWhile = () => new Promise<void>((resolve) => setTimeout(resolve, 3000))

/** What comes over a page. */
export function DialogSample() {
  const [open, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setOpen(true)}>Open dialog</Button>
      <Button
        variant="danger"
        onClick={() =>
          void ask({
            title: 'Delete Alert My name?',
            detail: 'We’ll stop watching for Thessaly Brandvold. Its history stays.',
            yes: 'Yes, delete',
            destructive: true,
          })
        }
      >
        Ask
      </Button>
      <Button variant="secondary" onClick={() => void showMessage('WARNING', 'That address is already in use.')}>
        Message
      </Button>
      <Button variant="secondary" onClick={() => showToast('Alert saved. We sent a link to o.vastberg@example.org.')}>
        Toast
      </Button>
      <Button variant="secondary" onClick={() => void holdWhile('Deleting…', aWhile())}>
        Loading
      </Button>
      <Dialog
        open={open}
        changed
        onClose={() => setOpen(false)}
        title="Alert Setup"
        description="Three steps. You can change or stop this alert at any time."
        foot={
          <>
            <Button variant="dangerQuiet" className="me-auto">
              <Trash2 aria-hidden />
              Delete
            </Button>
            <Button>Done</Button>
          </>
        }
      >
        <FormSample />
      </Dialog>
    </div>
  )
}
