import { expect, test } from 'vitest'
import { buildMail } from '#shared/node/providers/sendgrid/transport.ts'
import { hasContracts, sendgridContract, twilioContract } from './contract.ts'

const here = test.skipIf(!hasContracts)
if (!hasContracts)
  console.log('The published contracts are not here (../shared/contracts): requests are not checked against them.')

const mail = () =>
  JSON.parse(
    buildMail(
      {
        noticeId: 7,
        attempt: 2,
        message: {
          channel: 'EMAIL',
          to: 'resident@example.org',
          fromName: 'Alder County Land Record Alerts',
          subject: 'A deed was recorded',
          text: 'Text',
          html: '<p>Text</p>',
          headers: { 'List-Unsubscribe': '<https://alerts.test/unsubscribe/x>' },
        },
      },
      'alerts@county.example',
    ).toString(),
  ) as Record<string, unknown>

here('our emails keep the contract of SendGrid', () => {
  expect(sendgridContract()(mail())).toEqual([])
})

here.each([
  ['no recipients', { personalizations: [{}] }, 'personalizations[0].to is missing'],
  ['an empty subject', { subject: '' }, 'subject is too short'],
  ['a number for a subject', { subject: 7 }, 'subject is integer, not string'],
  ['a field that is not known', { subjekt: 'x' }, 'subjekt is not in the contract'],
  ['a sender without an address', { from: { name: 'County' } }, 'from.email is missing'],
])('a mail with %s breaks the contract', (_what, change, breach) => {
  expect(sendgridContract()({ ...mail(), ...change })).toContain(`body.${breach}`)
})

const text = { To: '+16125550142', From: '+16125550100', Body: 'Hello' }
here.each<[string, Record<string, string>, string[]]>([
  ['as we send it', { ...text, StatusCallback: 'https://alerts.test/webhooks/twilio/status?notice=1&attempt=1' }, []],
  ['no body', { To: text.To, From: text.From }, ['Body is missing']],
  ['a number that is not E.164', { ...text, To: '612-555-0142' }, ['body.To is no phone-number']],
  ['a field that is not known', { ...text, Text: 'x' }, ['body.Text is not in the contract']],
])('checks a text with %s', (_what, fields, expected) => {
  expect(twilioContract().create(fields)).toEqual(expected)
})
