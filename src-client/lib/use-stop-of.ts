import { inBackground } from './client.ts'
import { type Stop, stopOf, type StopQuestion } from './stop-of.ts'
import { trpc } from './trpc.ts'

/** `stopOf` for the reader, from what the home page beneath the dialogs has read. */
export function useStopOf(): (question: StopQuestion) => Stop | undefined {
  const home = trpc.home.all.useQuery(undefined, { trpc: inBackground, refetchOnMount: false }).data?.content
  return (question) => home && stopOf(home, question)
}
