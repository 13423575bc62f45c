import { useEffect, useState } from 'react'
import { trpcClient } from '#client/lib/api/client.ts'
import { logWarning } from '#client/lib/log.ts'
import type { Paragraph } from '#shared/settings/field.ts'

type PublicContent = { isRead: boolean; slides: number; news: readonly Paragraph[]; links: readonly Paragraph[] }

/** One slide until their number is known, to reserve the space. */
const atFirst: PublicContent = { isRead: false, slides: 1, news: [], links: [] }

async function read<T>(call: Promise<{ content: T }>): Promise<T | undefined> {
  try {
    return (await call).content
  } catch (cause) {
    logWarning('A part of the login page could not be read.', cause)
    return undefined
  }
}

/** The county's slides, news and links. Whatever cannot be loaded is left out. */
export function usePublicContent(): PublicContent {
  const [content, setContent] = useState(atFirst)
  useEffect(() => {
    const { loginPageSlides, loginPageLatestNews, loginPageLinks } = trpcClient.auth
    const calls = [
      read(loginPageSlides.query()),
      read(loginPageLatestNews.query()),
      read(loginPageLinks.query()),
    ] as const
    void Promise.all(calls).then(([slides, news, links]) =>
      setContent({
        isRead: true,
        slides: slides?.numberOfSlides ?? atFirst.slides,
        news: (news?.paragraphs ?? []).filter((item) => item.heading || item.paragraphContent),
        links: (links?.paragraphs ?? []).filter((item) => item.heading && item.paragraphContent),
      }),
    )
  }, [])
  return content
}
