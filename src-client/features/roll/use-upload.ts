import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '#client/lib/api/errors.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { useLeaveGuard } from '#client/lib/dialogs/leave-guard.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import type { RollMapping } from '#shared/contract/roll-mapping.ts'
import { uploadFile } from './upload-file.ts'

/** An upload of this page: its version, the file's name and how much has arrived, from 0 to 1. */
export type ActiveUpload = { id: number; fileName: string; share: number }

/** Uploads a file from this page. It ends with the page. */
export function useUpload(onChanged: () => Promise<unknown>) {
  const { t } = useTranslation()
  const handled = { meta: { handled: true } }
  const begin = trpc.rollVersions.beginUpload.useMutation(handled)
  const finish = trpc.rollVersions.finishUpload.useMutation(handled)
  const drop = trpc.rollVersions.drop.useMutation(handled)
  const [active, setActive] = useState<ActiveUpload>()
  const stopping = useRef<AbortController>(undefined)
  useLeaveGuard(active !== undefined)
  useEffect(() => () => stopping.current?.abort(), [])

  const send = async (file: File, id: number, { signal }: AbortController) => {
    try {
      await uploadFile(file, id, {
        signal,
        onProgress: (share) => setActive({ id, fileName: file.name, share }),
      })
      await finish.mutateAsync({ id })
    } catch (error) {
      // The pieces are of no more use; if this call does not arrive, the server deletes them later.
      await drop.mutateAsync({ id }).catch(() => {})
      if (signal.aborted) showToast(t('roll.upload.stopped'))
      else await showMessage('WARNING', `${getErrorMessage(error)} ${t('roll.upload.cut')}`)
    } finally {
      await onChanged()
      setActive(undefined)
    }
  }

  return {
    active,
    stop: () => stopping.current?.abort(new DOMException('Stopped.', 'AbortError')),
    /** Resolves when the upload has begun. */
    start: async (file: File, mapping: RollMapping | null) => {
      const { content } = await begin.mutateAsync({ fileName: file.name, bytes: file.size, mapping })
      const controller = new AbortController()
      stopping.current = controller
      setActive({ id: content.id, fileName: file.name, share: 0 })
      void send(file, content.id, controller)
    },
  }
}
