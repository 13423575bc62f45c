import { useState } from 'react'
import { trpc } from '#client/lib/api/trpc.ts'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import type { PossibleMatchKey, PossibleMatchView } from '#shared/contract/possible-match.ts'

/** Answer and undo of one possible match. `onChanged` gets the match as the server keeps it then. */
export function usePossibleAnswers(
  { eventId, alertId }: PossibleMatchKey,
  onChanged: (match: PossibleMatchView) => void,
) {
  const utils = trpc.useUtils()
  // The button that was pressed is gone: the focus moves to what replaced it.
  const [changes, setChanges] = useState(0)
  const options = {
    meta: { handled: true },
    onSuccess: ({ content }: { content: PossibleMatchView }) => {
      setChanges((count) => count + 1)
      onChanged(content)
      // The list has others that the answer settled, and the alert's form shows what the alert leaves out.
      void utils.home.invalidate()
      void utils.userView.invalidate()
    },
    // It may have left the list since.
    onError: () => void utils.home.invalidate(),
  }
  const answer = trpc.home.answerPossible.useMutation(options)
  const undo = trpc.home.undoPossible.useMutation(options)
  const isBusy = answer.isPending || undo.isPending
  return {
    problem: answer.error ?? undo.error,
    pending: answer.isPending ? answer.variables.answer : undefined,
    isUndoing: undo.isPending,
    /** How often the answer changed here. */
    changes,
    submitAnswer: (given: NoticeAnswer) => {
      if (isBusy) return
      undo.reset()
      answer.mutate({ eventId, alertId, answer: given })
    },
    undoAnswer: () => {
      if (isBusy) return
      answer.reset()
      undo.mutate({ eventId, alertId })
    },
  }
}
