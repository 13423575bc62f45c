import { config } from 'zod'

// Loaded before any schema (app/routes.ts): zod otherwise probes for `new Function`, which the security policy reports.
config({ jitless: true })
