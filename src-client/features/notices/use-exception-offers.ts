import { useEffect } from 'react'
import { pageUser } from '#client/lib/api/page-user.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import type { NoticeView } from './notice-view.ts'

type AlertWithOffers = NoticeView['narrowing']['alerts'][number]
export type ExceptionOffer = AlertWithOffers['offers'][number]
type Chosen = { alertId: number; offer: ExceptionOffer }

const isSameOffer = (a: { alertId: number; kind: string; value: string } | undefined, { alertId, offer }: Chosen) =>
  a !== undefined && a.alertId === alertId && a.kind === offer.kind && a.value === offer.value

/**
 * Applies an offer to the reader's alert, or undoes it. The page shows the result immediately.
 * @param readerId the owner for whom the page was opened: in another user's session nothing is saved
 */
export function useExceptionOffers(token: string, readerId: number | null) {
  // A message's link opens the page without the guard that checks whose page it is.
  useEffect(() => {
    if (readerId !== null) pageUser.set(readerId)
  }, [readerId])
  const utils = trpc.useUtils()
  const options = {
    meta: { handled: true },
    onSuccess: (reply: { content: NoticeView }) => {
      utils.notices.show.setData({ token }, reply)
      // The alert's form lists them.
      void utils.userView.invalidate(undefined, { refetchType: 'none' })
    },
    // The offers may have changed, as when a parcel alert matched since.
    onError: () => void utils.notices.show.invalidate({ token }),
  }
  const narrow = trpc.notices.narrow.useMutation(options)
  const undo = trpc.notices.undoNarrow.useMutation(options)
  const running = narrow.isPending ? narrow.variables : undo.isPending ? undo.variables : undefined
  return {
    problem: narrow.error ?? undo.error,
    isPending: (chosen: Chosen) => isSameOffer(running, chosen),
    press: ({ alertId, offer: { kind, value, applied } }: Chosen) => {
      if (running) return
      const change = applied ? undo : narrow
      narrow.reset()
      undo.reset()
      change.mutate({ token, alertId, kind, value })
    },
  }
}
