import type { Mutant } from './mutant.ts'

const claims = 'src-worker/delivery/claim.queries.ts'
const commits = 'src-worker/delivery/commit-calls.queries.ts'
const outcomes = 'src-worker/delivery/outcome.queries.ts'
const sending = 'src-worker/delivery/send.ts'
const http = 'shared/node/providers/common/http.ts'

/** Faults in the calls to providers: claims, leases, fences, outcomes, doubts. */
export const deliveryMutants: Mutant[] = [
  {
    name: "'accepted' is written before the call",
    promise: 'A notice ends only when its provider has answered.',
    scenario: 'workers are killed',
    edits: [
      {
        file: sending,
        find: `import type { Outcome } from './outcome.queries.ts'`,
        replace: `import { type Outcome, recordOutcomes } from './outcome.queries.ts'`,
      },
      {
        file: sending,
        find: '    const result = await makeCall(',
        replace: `    const call = { outcome: 'accepted' as const, calledAt: new Date(), endedAt: new Date(), detail: '' }
    const early = { ...endWithoutCall(notice, { state: 'accepted' }), call }
    await recordOutcomes(deps, [early])
    const result = await makeCall(`,
      },
    ],
  },
  {
    name: 'the fence of outcomes is ignored',
    promise: 'Only the claim that made a call records its outcome.',
    scenario: 'workers are paused',
    edits: [
      {
        file: outcomes,
        find: `
        and fence = (select attempts[array_position(ids, notice_id)] from given)`,
        replace: '',
      },
      {
        file: outcomes,
        find: 'd.notice_id = o.id and d.fence = o.attempt and o.wait_ms is null',
        replace: 'd.notice_id = o.id and o.wait_ms is null',
      },
      {
        file: outcomes,
        find: 'd.notice_id = o.id and d.fence = o.attempt and o.wait_ms is not null',
        replace: 'd.notice_id = o.id and o.wait_ms is not null',
      },
    ],
  },
  {
    name: 'a worker exits at once when it should stop',
    promise: 'A worker that is restarted leaves no call in doubt.',
    scenario: 'servers and workers are replaced behind a proxy',
    edits: [{ file: 'src-worker/main.ts', find: '    stopping = true\n', replace: '    process.exit(0)\n' }],
  },
  {
    name: 'a lease never ends',
    promise: "A dead worker's notices are sent by another.",
    scenario: 'workers are killed',
    edits: [{ file: claims, find: '(lease_until is null or lease_until < now())', replace: 'lease_until is null' }],
  },
  {
    name: 'a lease keeps nobody out',
    promise: 'A notice is claimed by one worker at a time.',
    scenario: 'nothing but the providers fails',
    edits: [{ file: claims, find: ' and (lease_until is null or lease_until < now())', replace: '' }],
  },
  {
    name: 'the lease is not looked at before a call',
    promise: 'No call begins when another worker may already have the notice.',
    scenario: 'workers are paused',
    edits: [
      {
        file: 'shared/node/providers/common/deadline.ts',
        find: 'mayBegin: () => leftMs() >= spareMs',
        replace: 'mayBegin: () => spareMs >= 0',
      },
    ],
  },
  {
    name: 'a suppression is read too early',
    promise: 'Nobody gets a notice after STOP, a bounce or an unsubscribe.',
    scenario: 'people stop while their notices wait',
    edits: [
      {
        file: commits,
        find: 'when r.skip_reason is not null then r.skip_reason',
        replace: `when r.skip_reason = 'not-validated' then r.skip_reason`,
      },
    ],
  },
  {
    name: 'a possible duplicate is not marked',
    promise: 'A message that may come twice says so.',
    scenario: 'nothing but the providers fails',
    edits: [
      {
        file: commits,
        find: `\${possibleDuplicate('m.fence > 1')} as "possiblyTwice"`,
        replace: 'false as "possiblyTwice"',
      },
    ],
  },
  {
    name: 'a 5xx is read as refused',
    promise: 'A provider’s outage costs no notice.',
    scenario: 'nothing but the providers fails',
    edits: [
      {
        file: http,
        find: `new DeliveryError('retry', said, { perhapsTaken: true, retryAfterMs: parseRetryAfter(headers) })`,
        replace: `new DeliveryError('refused', said, { retryAfterMs: parseRetryAfter(headers) })`,
      },
    ],
  },
  {
    name: 'a 5xx is read as never taken',
    promise: 'A message that a provider may have taken is sent again only with the words that say so.',
    scenario: 'nothing but the providers fails',
    edits: [{ file: http, find: 'perhapsTaken: true, ', replace: '' }],
  },
  {
    name: 'Retry-After is ignored',
    promise: 'A provider that asks us to wait is not called before.',
    scenario: 'providers ask for a long wait',
    edits: [{ file: http, find: `headers['retry-after']`, replace: `headers['x-never-sent']` }],
  },
  {
    name: 'Twilio is not asked about a text in doubt',
    promise: 'No text comes twice where the provider can be asked.',
    scenario: 'workers are killed',
    edits: [
      {
        file: 'src-worker/delivery/in-doubt.ts',
        find: 'const found = await transport.findMessage(toQuestion(claimed, notice, context))',
        replace: 'const found = null as string | null',
      },
    ],
  },
  {
    name: 'a text in doubt is looked for by the link of the newest secret alone',
    promise: 'No text comes twice where the provider can be asked, also while APP_SECRET changes.',
    scenario: 'APP_SECRET changes',
    edits: [
      {
        file: 'shared/node/domain/notices/links.ts',
        find: `acceptedKeys(keyring, 'links').map(`,
        replace: `[newestKey(keyring, 'links')].map(`,
      },
      // It would be found by its record's number, too.
      {
        file: 'shared/node/providers/twilio/transport.ts',
        find: '(documentId !== null && mentionsDocument(body, documentId))',
        replace: '(documentId !== null && body === documentId)',
      },
    ],
  },
  {
    name: 'a second call without an answer ends a notice',
    promise: 'A provider that resets connections ends no notice.',
    scenario: 'providers reset connections',
    edits: [
      {
        file: 'src-worker/delivery/in-doubt.ts',
        find: 'if (waitMs === null) return toEnd',
        replace: 'if (waitMs === null || calls > 1) return toEnd',
      },
    ],
  },
  {
    name: 'a reset is read as never taken',
    promise: 'A message that a provider may have taken is sent again only with the words that say so.',
    scenario: 'providers reset connections',
    edits: [{ file: http, find: 'return hasBegun\n', replace: `return hasBegun && code === 'never'\n` }],
  },
  {
    name: 'a refusal of the county ends a notice',
    promise: 'A fault of the county’s set-up ends no notice.',
    scenario: 'providers refuse the county',
    edits: [
      {
        file: 'shared/node/providers/common/transport.ts',
        find: `concern === 'sender'\n`,
        replace: `concern === 'sender' && said === 'never'\n`,
      },
    ],
  },
  {
    name: 'many refusals alike are no sign',
    promise: 'Five different recipients in a row, refused alike, end no notice.',
    scenario: 'providers refuse the county',
    edits: [
      {
        file: 'src-worker/delivery/refusals.queries.ts',
        find: 'const recipientsInARow = 5',
        replace: 'const recipientsInARow = 5_000_000',
      },
    ],
  },
  {
    name: 'a refusal of the county in a report ends a notice',
    promise: 'A fault of the county’s set-up ends no notice, also if it is reported later.',
    scenario: 'providers refuse the county in reports',
    edits: [
      {
        file: 'shared/node/providers/common/delivery-status.ts',
        find: `failedFor: concern === 'recipient' ? '' : failedFor`,
        replace: `failedFor: concern === 'recipient' || concern === 'sender' ? '' : failedFor`,
      },
    ],
  },
  {
    name: 'a report is applied again after its notice waits',
    promise: 'Repeated and late reports change nothing.',
    scenario: 'providers refuse the county in reports',
    edits: [
      {
        file: 'src-worker/delivery/callbacks/apply-reports.queries.ts',
        find: `report.concern === 'recipient' || !(report.wasRefused || isSuperseded(report))`,
        replace: 'report.noticeId > 0',
      },
    ],
  },
  {
    name: 'verified_at is not looked at',
    promise: 'Nothing goes to an address that nobody verified.',
    scenario: 'nothing but the providers fails',
    sql: `do $$ begin execute replace(
      pg_get_functiondef('deliverable'::regproc), 'mail in (''match'', ''weekly'') and not r.verified', 'false'); end $$`,
  },
]
