/** The options of every query on the pages behind a message's link: they show their own errors, and load once. */
export const linkQueryOptions = { meta: { handled: true }, staleTime: Infinity }
