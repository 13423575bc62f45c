import { trpc } from '#client/lib/api/trpc.ts'
import type { ExceptionView } from '#shared/contract/alert-exception.ts'

type Remove = (exception: ExceptionView) => void

/** Removes an exception of the reader's own alert immediately: the form does not save it. */
export function useRemoveException(alertId: number | undefined): Remove {
  const utils = trpc.useUtils()
  const { mutate } = trpc.userView.alertExceptionRemove.useMutation({
    onSuccess: ({ content: exceptions }, { alertId: id }) => {
      utils.userView.alert.setData({ id }, (known) => known && { ...known, exceptions })
      void utils.userView.alertPreview.invalidate()
    },
  })
  return ({ kind, value }) => alertId !== undefined && mutate({ alertId, kind, value })
}

/** The same for a user's alert in the panel. */
export function useRemovePanelException(alertId: number | undefined): Remove {
  const utils = trpc.useUtils()
  const { mutate } = trpc.controlPanel.alertExceptionRemove.useMutation({
    onSuccess: ({ content: exceptions }, { alertId: id }) => {
      utils.controlPanel.alert.setData({ id }, (known) => known && { ...known, exceptions })
      void utils.userView.alertPreview.invalidate()
    },
  })
  return ({ kind, value }) => alertId !== undefined && mutate({ alertId, kind, value })
}
