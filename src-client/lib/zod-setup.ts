// From the core alone: all of zod would load with every page, though only forms need it.
import { config } from 'zod/v4/core'

// Loaded before any schema (app/data-provider.tsx): otherwise zod probes for `new Function`, which violates the security
// policy.
config({ jitless: true })
