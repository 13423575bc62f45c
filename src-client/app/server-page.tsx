import { useEffect } from 'react'
import { useParams } from 'wouter'
import type { ServerPage } from '#shared/contract/server-pages.ts'
import { PageLoading } from './page-loading.tsx'

/**
 * Loads a page that the server renders. The app gets here by one of its links, or from an address typed in another case
 * than the server's.
 */
export const createServerPage = (start: ServerPage) =>
  function LoadServerPage() {
    const { token = '' } = useParams()
    useEffect(() => {
      location.replace(`${start}/${encodeURIComponent(token)}${location.search}`)
    }, [token])
    return <PageLoading />
  }
