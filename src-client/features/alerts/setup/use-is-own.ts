import { trpc } from '#client/lib/api/trpc.ts'
import { useCurrentUser } from '#client/lib/session/current-user.ts'
import type { Channel } from '#shared/contract/alert.ts'

const digits = (phone: string) => phone.replaceAll(/\D/g, '')

/** Whether an address or number is the reader's own, as far as the account knows: then the texts say 'you'. */
export function useIsOwn(): (channel: Channel, value: string) => boolean {
  const account = useCurrentUser().data?.content.email
  // A guest has no profile.
  const profile = trpc.currentUser.profile.useQuery(undefined, { meta: { handled: true }, retry: false }).data?.content
  const emails = [account, profile?.email].map((email) => email?.toLowerCase())
  const phone = digits(profile?.phone ?? '')
  const isOwn: Record<Channel, (value: string) => boolean> = {
    EMAIL: (value) => emails.includes(value.toLowerCase()),
    PHONE: (value) => phone !== '' && digits(value) === phone,
  }
  return (channel, value) => isOwn[channel](value)
}
