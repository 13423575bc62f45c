import { config } from 'zod'

// Loaded before any schema (app/routes.ts): otherwise zod probes for `new Function`, which violates the security
// policy.
config({ jitless: true })
