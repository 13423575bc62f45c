import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { trpcClient } from '../lib/api/client.ts'
import { queryClient, trpc } from '../lib/api/trpc.ts'

/** What the pages behind the login page ask the server with. */
export function DataProvider({ children }: { children: ReactNode }) {
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
}
