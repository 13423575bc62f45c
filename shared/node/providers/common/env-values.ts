import { z } from 'zod'

/** An empty variable counts as absent. */
export const absent = (value: unknown) => (value === '' ? undefined : value)
export const optionalText = z.preprocess(absent, z.string().optional())
export const httpAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an address such as https://alerts.example.gov',
})
