import { expect, test } from 'vitest'
import { describeStart } from './describe-start.ts'
import { loadEnv } from './env.ts'

test('describes a started process with its address and transports, and no secret', () => {
  const env = loadEnv({
    DATABASE_URL: 'postgres://app:geese9lake@db/alerts',
    PUBLIC_URL: 'https://alerts.example.gov',
    APP_SECRET: 'the clerk keeps nine geese by the lake',
    EMAIL_TRANSPORT: 'smtp',
    EMAIL_FROM: 'alerts@example.gov',
    SMTP_URL: 'smtps://user:geese9lake@mail.example.gov',
    SMS_TRANSPORT: 'none',
  })
  expect(describeStart(env)).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    publicUrl: 'https://alerts.example.gov',
    email: 'smtp',
    texts: 'none',
  })
})
