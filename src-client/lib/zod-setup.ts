import { config } from 'zod'

// Imported before any schema: zod otherwise probes for `new Function`, which the content security policy reports.
config({ jitless: true })
