import { useEffect } from 'react'
import { useParams } from 'wouter'
import { trpc } from '#client/lib/api/trpc.ts'
import { LinkLoader } from './link-loader.tsx'
import { linkQueryOptions } from './link-query-options.ts'

/** /home/notice/{id}: from the history of a logged-in reader to the page that the message links to. */
export function OwnNoticePage() {
  const { id } = useParams()
  const own = trpc.notices.own.useQuery({ id: Number(id) }, linkQueryOptions)
  return (
    <LinkLoader query={own} lines={8}>
      {({ token }) => <ToNotice token={token} />}
    </LinkLoader>
  )
}

/** The server renders the page; Back leads past this one. */
function ToNotice({ token }: { token: string }) {
  useEffect(() => location.replace(`/notice/${token}`), [token])
  return null
}
