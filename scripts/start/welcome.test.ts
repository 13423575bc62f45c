import { expect, test } from 'vitest'
import { welcome } from './welcome.ts'

const demo = { url: 'http://localhost:3000', users: [], feedKey: '' }

test.each([
  [{}, 'The demo sends no emails or texts. Read them at /outbox.'],
  [{ EMAIL_TRANSPORT: '', SMS_TRANSPORT: 'none' }, 'The demo sends no emails or texts. Read them at /outbox.'],
  [{ EMAIL_TRANSPORT: 'smtp' }, 'This demo really sends emails. Read the others at /outbox.'],
  [{ SMS_TRANSPORT: 'twilio' }, 'This demo really sends texts. Read the others at /outbox.'],
  [{ EMAIL_TRANSPORT: 'sendgrid', SMS_TRANSPORT: 'twilio' }, 'This demo really sends emails and texts.'],
])('with %o, the demo says: %s', (env, words) => {
  expect(welcome(demo, env)).toContain(`\n  ${words}\n`)
})
