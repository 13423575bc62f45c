// First, before the schemas of any page.
import '#client/lib/zod-setup.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { trpcClient } from '../lib/api/client.ts'
import { queryClient, trpc } from '../lib/api/trpc.ts'

/** The query client for the pages behind the login page. */
export function DataProvider({ children }: { children: ReactNode }) {
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
}
