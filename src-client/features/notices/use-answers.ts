import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import type { NoticeView } from './notice-view.ts'

/** Answer and Undo. The page shows their result at once. */
export function useAnswers(token: string, onUndone: () => void) {
  const utils = trpc.useUtils()
  const options = {
    meta: { handled: true },
    onSuccess: (reply: { content: NoticeView }) => {
      // The pages of other messages about the record show the answer too.
      void utils.notices.show.invalidate(undefined, { refetchType: 'none' })
      utils.notices.show.setData({ token }, reply)
      // So do home and the history, to which many readers return.
      void utils.home.invalidate()
    },
  }
  // The reason for an error may be new to the page, such as a parcel that has matched since.
  const onError = () => void utils.notices.show.invalidate({ token })
  const answer = trpc.notices.answer.useMutation({ ...options, onError })
  const undo = trpc.notices.undoAnswer.useMutation({
    ...options,
    onSuccess: (reply) => {
      options.onSuccess(reply)
      answer.reset()
      onUndone()
    },
  })
  const busy = answer.isPending || undo.isPending
  return {
    problem: answer.error ?? undo.error,
    pending: answer.isPending ? answer.variables.answer : undefined,
    answered: answer.isSuccess,
    undoing: undo.isPending,
    submitAnswer: (given: NoticeAnswer, notMyParcel = false) =>
      busy || answer.mutate({ token, answer: given, notMyParcel }),
    undo: () => !busy && undo.mutate({ token }),
  }
}
