import { inBackground } from '#client/lib/api/client.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { type Suppression, suppressionFor, type AlertRecipient } from './suppression-for.ts'

/** `suppressionFor` the reader's own recipients, from the data of the home page below the dialogs. */
export function useSuppressionFor(): (question: AlertRecipient) => Suppression | undefined {
  const home = trpc.home.all.useQuery(undefined, { trpc: inBackground, refetchOnMount: false }).data?.content
  return (question) => home && suppressionFor(home, question)
}
