import { useState } from 'react'
import { trpc } from '#client/lib/api/trpc.ts'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import type { NoticeView } from './notice-view.ts'

/**
 * Answer and Undo. The page shows their result immediately.
 * @param goOn moves the reader on after 'I expected this'; without it, and after the other answers, the focus goes to
 *   the answer and its consequences
 * @param onUndone after the answer was undone
 */
export function useAnswers(token: string, goOn?: () => void, onUndone?: () => void) {
  // Null until a button is pressed here.
  const [notMe, setNotMe] = useState<boolean | null>(null)
  // The button that was pressed is gone.
  const [undone, setUndone] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const utils = trpc.useUtils()
  const options = {
    meta: { handled: true },
    onSuccess: (reply: { content: NoticeView }) => {
      // The pages of other messages about the record show the answer too.
      void utils.notices.show.invalidate(undefined, { refetchType: 'none' })
      utils.notices.show.setData({ token }, reply)
      // Home and the history also show it, and many readers return to them.
      void utils.home.invalidate()
    },
  }
  // The reason for an error may be new to the page, such as a parcel that has matched since.
  const onError = () => void utils.notices.show.invalidate({ token })
  const answer = trpc.notices.answer.useMutation({
    ...options,
    onError,
    onSuccess: (reply, sent) => {
      options.onSuccess(reply)
      const goesOn = sent.answer === 'expected' && goOn
      setFocused(!goesOn)
      if (goesOn) goOn()
    },
  })
  const undo = trpc.notices.undoAnswer.useMutation({
    ...options,
    onSuccess: (reply) => {
      options.onSuccess(reply)
      answer.reset()
      setNotMe(null)
      setUndone(true)
      setFocused(false)
      onUndone?.()
    },
  })
  const busy = answer.isPending || undo.isPending
  return {
    problem: answer.error ?? undo.error,
    pending: answer.isPending ? answer.variables.answer : undefined,
    isFocused,
    undone,
    notMe,
    setNotMe,
    undoing: undo.isPending,
    submitAnswer: (given: NoticeAnswer, notMyParcel = false) =>
      busy || answer.mutate({ token, answer: given, notMyParcel }),
    undo: () => !busy && undo.mutate({ token }),
  }
}
