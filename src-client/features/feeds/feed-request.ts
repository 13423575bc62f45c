import { feedPath } from '#shared/contract/feed.ts'

/** Where a feed posts: the panel and the feeds' path have the same host. */
export const feedUrl = (origin = window.location.origin): string => `${origin}${feedPath}`

export const feedHeader = (key: string): string => `Authorization: Bearer ${key}`

/** A command that tests address and key. Its double quotes are read alike by a Unix shell and by cmd.exe. */
export const feedCurl = (url: string, key: string): string =>
  `curl "${url}" -H "${feedHeader(key)}" -H "Content-Type: application/json" -d "{\\"events\\":[]}"`
