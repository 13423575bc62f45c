import { sql } from 'kysely'
import {
  byLinkHolder,
  everybody,
  ownOnly,
  ownOnlyList,
  type Cells,
  visibleUsersList,
  visibleUsers,
  type Row,
  type Table,
} from '../cells.ts'
import { insertPossibleMatch, nobody, type Target } from '../records.ts'

/** One's own, or of someone an administrator may see; nothing reveals that others exist. */
const ownOrVisible: Cells = {
  own: '- + + + + +',
  managed: '- + + + - -',
  unmanaged: 'L - M M M M',
  missing: 'L M M M M M',
}
/** 'A USER who asks for another's look-up lists gets 403'. */
const lookUp: Cells = {
  own: '- + + + + +',
  managed: '- + + + - -',
  unmanaged: 'L - M M F F',
  missing: 'L M M M F F',
}

const toAlertInput = ({ alertId, userId, mark, address }: Target) => ({
  id: alertId,
  userId,
  name: `Barn of ${mark}`,
  alertType: 'NAME',
  firstName: 'Wilma',
  lastName: 'Tester',
  alertEmailAddresses: [{ value: address, acknowledged: true }],
  alertPhones: [],
})
const alertIs = ({ alertId, userId }: Target, condition: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from alert where id = ${alertId} and user_id = ${userId} and ${condition})`
const renamed = (target: Target) => alertIs(target, sql`name = ${`Barn of ${target.mark}`}`)
const alertIsGone = ({ alertId }: Target) => sql<boolean>`not exists (select from alert where id = ${alertId})`
const wasAskedToVerify = (channel: 'EMAIL' | 'PHONE', id: number) =>
  sql<boolean>`exists (select from notice where kind = 'verify' and channel = ${channel} and recipient_id = ${id})`
const phoneIs = ({ phoneId }: Target, condition: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from phone where id = ${phoneId} and ${condition})`
const byLink = ({ links }: Target) => ({ token: links.notice })
const unsubscribeWeekly: NonNullable<Table[string]['arrange']> = async ({ notifiedAddress, userId }, { server }) => {
  await sql`insert into weekly_unsubscribe (owner_id, target) values (${userId}, lower(${notifiedAddress}))
    on conflict do nothing`.execute(server.deps.db)
}
const reportFoundRecord: NonNullable<Row['arrange']> = async ({ alertId, userId }, { server, eventId }) => {
  await sql`
    with report as (
      insert into notice_answer (notice_id, event_id, alert_id, owner_key, answer)
      values (nextval(pg_get_serial_sequence('notice', 'id')), ${eventId}, ${alertId}, ${userId}, 'wrong') returning notice_id)
    insert into found_record (notice_id, user_id, alert_name, criteria, reason, rule_version)
    select notice_id, ${userId}, '', '', 'lastName', 5 from report`.execute(server.deps.db)
}
const byStop = ({ links }: Target) => ({ token: links.unsubscribe, scope: 'all' })
const answers = (target: Target, answer: string) =>
  sql<boolean>`exists (select from notice_answer where notice_id = ${target.noticeId} and answer = ${answer})`
const stopped = ({ notifiedAddress, userId }: Target) =>
  sql<boolean>`exists (select from suppression where target = ${notifiedAddress} and owner_id = ${userId} and lifted_at is null)`

const parcelAlerts = (mark: string, address: string) =>
  ['17-03-200-011', '17-03-200-012'].map((parcelId) => ({
    name: `Mill ${parcelId} of ${mark}`,
    alertType: 'PARCEL_ID',
    parcelId,
    alertEmailAddresses: [{ value: address, acknowledged: true }],
  }))
const hasParcelAlerts = ({ userId, mark }: Target) =>
  sql<boolean>`(select count(*) from alert where user_id = ${userId} and name like ${`Mill 17-03-200-01_ of ${mark}`}) = 2`

const exception = { kind: 'middleName', value: 'QUENTIN' }
const addException: NonNullable<Row['arrange']> = async ({ alertId }, { server }) => {
  if (alertId === nobody.alertId) return
  await sql`insert into alert_exception (alert_id, kind, value, written) values (${alertId}, 'middleName', 'QUENTIN', 'QUENTIN')
    on conflict do nothing`.execute(server.deps.db)
}
const hasNoException: NonNullable<Row['done']> = ({ alertId }) =>
  sql`not exists (select from alert_exception where alert_id = ${alertId})`
const answerNotMe: NonNullable<Row['arrange']> = async ({ noticeId }, { server }) => {
  await sql`update notice_answer set answer = 'not-me' where notice_id = ${noticeId}`.execute(server.deps.db)
}
/** By a message's link, which proves nothing without the owner's session. */
const ownBySession: Cells = {
  own: '- + + + + +',
  managed: '- M M M - -',
  unmanaged: 'L - M M M M',
  missing: 'L R R R R R',
}

/** Alerts, recipients and notices: one's own, those in the panel, and those that message links open. */
export const alerts: Table = {
  'userView.alerts': { cells: ownOnlyList, input: ({ emailId }) => ({ emailAddressId: emailId }) },
  'userView.alert': { cells: ownOnly, input: ({ alertId }) => ({ id: alertId }) },
  'userView.saveAlert': { cells: ownOnly, input: toAlertInput, done: renamed },
  'userView.saveHousehold': {
    cells: { self: 'L + + + + +' },
    input: ({ mark, address }) => ({
      alerts: [
        { name: `Spouse of ${mark}`, alertType: 'NAME', firstName: 'Wilbur', lastName: 'Tester' },
        { name: `Barn of ${mark}`, alertType: 'PARCEL_ID', parcelId: '17-03-123-045' },
      ],
      alertEmailAddresses: [{ value: address, acknowledged: true }],
    }),
    done: ({ userId, mark }) =>
      sql`(select count(*) from alert where user_id = ${userId} and name in (${`Spouse of ${mark}`}, ${`Barn of ${mark}`})) = 2`,
  },
  'userView.saveAlerts': {
    cells: { self: 'L + + + + +' },
    input: ({ mark, address }) => ({ alerts: parcelAlerts(mark, address) }),
    done: hasParcelAlerts,
  },
  'userView.alertNames': { cells: { self: 'L + + + + +' }, shows: () => [] },
  'userView.alertExceptionRemove': {
    cells: ownOnly,
    arrange: addException,
    input: ({ alertId }) => ({ alertId, ...exception }),
    shows: () => [],
    done: hasNoException,
  },
  'userView.alertPreview': {
    cells: ownOrVisible,
    input: ({ alertId }) => ({ alertType: 'NAME', firstName: 'Wilma', lastName: 'Tester', alertId }),
    shows: () => ({ count: 0 }),
  },
  'userView.sameAlert': {
    cells: ownOnlyList,
    input: () => ({ alertType: 'NAME', criteria: 'Wilma Tester' }),
  },
  'userView.findRecords': {
    cells: ownOnly,
    input: ({ alertId }) => ({ alertId, text: 'DOC-1' }),
    shows: () => [{ documentIdentifier: 'DOC-1' }],
  },
  'userView.reportFoundRecord': {
    cells: ownOnly,
    input: ({ alertId }, { eventId }) => ({ alertId, eventId }),
    done: ({ userId }) => sql`exists (select from found_record where user_id = ${userId})`,
  },
  'userView.takeBackFoundRecord': {
    cells: ownOnly,
    arrange: reportFoundRecord,
    input: ({ alertId }, { eventId }) => ({ alertId, eventId }),
    done: ({ userId }) => sql`not exists (select from found_record where user_id = ${userId})`,
  },
  'userView.alertPause': {
    cells: ownOnly,
    input: ({ alertId }) => ({ alertId, pausedUntil: '12/31/2090' }),
    done: (target) => alertIs(target, sql`paused_until = '2090-12-31'`),
  },
  'userView.alertDelete': { cells: ownOnly, input: ({ alertId }) => ({ alertId }), done: alertIsGone },
  'userView.recipients': {
    cells: { self: 'L + + + + +' },
    shows: ({ emailId }) => [{ channel: 'EMAIL', id: emailId }],
  },
  'userView.recipientCorrect': {
    cells: ownOrVisible,
    fresh: 'sometimes',
    input: ({ phoneId, number }) => ({
      channel: 'PHONE',
      id: phoneId,
      value: number.replace('+1612', '1651'),
      acknowledged: true,
    }),
    done: ({ alertId, number }) => sql`exists (select from alert_phone l join phone p on p.id = l.phone_id
      where l.alert_id = ${alertId} and p.number = ${number.replace('+1612', '+1651')})`,
  },
  'userView.recipientRemove': {
    cells: ownOrVisible,
    fresh: 'sometimes',
    arrange: async ({ phoneId }, { server }) => {
      await sql`delete from alert_phone where phone_id = ${phoneId}`.execute(server.deps.db)
    },
    input: ({ phoneId }) => ({ channel: 'PHONE', id: phoneId }),
    done: ({ phoneId }) => sql`not exists (select from phone where id = ${phoneId})`,
  },
  'userView.alertResendEmail': {
    cells: ownOrVisible,
    input: ({ emailId }) => ({ id: emailId }),
    done: ({ emailId }) => wasAskedToVerify('EMAIL', emailId),
  },
  'userView.alertResendPhone': {
    cells: ownOrVisible,
    input: ({ phoneId }) => ({ id: phoneId }),
    done: ({ phoneId }) => wasAskedToVerify('PHONE', phoneId),
  },

  'home.all': { cells: { self: 'L + + + + +' } },
  'home.alertHistory': { cells: ownOnlyList, input: ({ notifiedEmailId }) => ({ emailAddressId: notifiedEmailId }) },
  'home.historyByRecord': { cells: ownOnlyList, input: ({ notifiedEmailId }) => ({ emailAddressId: notifiedEmailId }) },
  'home.possibleMatches': {
    cells: ownOnlyList,
    arrange: (target, world) => insertPossibleMatch(world, target),
    input: () => ({ unanswered: true, page: 1 }),
  },
  'home.answerPossible': {
    cells: ownOnly,
    arrange: (target, world) => insertPossibleMatch(world, target),
    input: ({ alertId, possibleEventId }) => ({ eventId: possibleEventId, alertId, answer: 'expected' }),
    done: ({ alertId }) => sql`exists (select from possible_match where alert_id = ${alertId} and answer = 'expected')`,
  },
  'home.undoPossible': {
    cells: ownOnly,
    arrange: (target, world) => insertPossibleMatch(world, target, 'expected'),
    input: ({ alertId, possibleEventId }) => ({ eventId: possibleEventId, alertId }),
    done: ({ alertId }) => sql`exists (select from possible_match where alert_id = ${alertId} and answer is null)`,
  },
  'home.allowAgain': {
    cells: ownOnly,
    input: ({ stopId }) => ({ id: stopId }),
    done: ({ stopId }) => sql`exists (select from suppression where id = ${stopId} and lifted_at is not null)`,
  },
  'userView.weeklyUnsubscribes': {
    cells: { self: 'L + + + + +' },
    arrange: unsubscribeWeekly,
    shows: ({ notifiedAddress }) => [notifiedAddress],
  },
  'userView.weeklyResubscribe': {
    cells: ownOnly,
    arrange: unsubscribeWeekly,
    input: ({ notifiedAddress }) => ({ target: notifiedAddress }),
    done: ({ userId }) => sql`not exists (select from weekly_unsubscribe where owner_id = ${userId})`,
  },
  'home.resumeAlert': {
    cells: ownOnly,
    arrange: async ({ alertId }, { server }) => {
      await sql`update alert_email set unsubscribed_at = now() where alert_id = ${alertId}`.execute(server.deps.db)
    },
    input: ({ alertId, emailId }) => ({ alertId, channel: 'EMAIL', recipientId: emailId }),
    done: ({ alertId }) =>
      sql`exists (select from alert_email where alert_id = ${alertId} and unsubscribed_at is null)`,
  },
  'home.keepFormerContact': {
    cells: ownOnlyList,
    input: ({ emailId }) => ({ channel: 'EMAIL', id: emailId }),
    done: ({ emailId }) => sql`exists (select from email_address where id = ${emailId} and not former_contact)`,
  },
  'home.dismissStop': {
    cells: ownOnlyList,
    input: ({ stopId }) => ({ id: stopId }),
    done: ({ stopId }) => sql`exists (select from suppression where id = ${stopId} and seen_at is not null)`,
  },

  'helperdata.landnotification': { cells: everybody },
  'helperdata.landnotificationcodedescription': { cells: everybody },
  'helperdata.productVersions': { cells: everybody },
  'helperdata.userscodedescription': { cells: visibleUsersList, input: ({ mark }) => ({ filterText: mark }) },
  'helperdata.userphonenumberscodedescription': {
    cells: lookUp,
    input: ({ userId }) => ({ userId }),
    shows: ({ phoneId }) => ({ codeDescriptionResultList: [{ code: String(phoneId) }] }),
  },
  'helperdata.useremailaddressescodedescription': { cells: lookUp, input: ({ userId }) => ({ userId }) },

  'controlPanel.alerts': { cells: visibleUsersList, input: ({ userId }) => ({ userId, page: 1 }) },
  'controlPanel.alertCount': {
    cells: visibleUsersList,
    input: ({ userId }) => ({ userId }),
    shows: () => ({ total: 1 }),
  },
  'controlPanel.filterNames': {
    cells: visibleUsersList,
    input: ({ userId, emailId, phoneId }) => ({ userId, emailAddressId: emailId, phoneNumberId: phoneId }),
  },
  'controlPanel.sameAlert': {
    cells: visibleUsers,
    input: ({ userId }) => ({ userId, alertType: 'NAME', criteria: 'Wilma Tester' }),
  },
  'controlPanel.alert': { cells: visibleUsers, input: ({ alertId }) => ({ id: alertId }) },
  'controlPanel.alertExceptionRemove': {
    cells: visibleUsers,
    arrange: addException,
    input: ({ alertId }) => ({ alertId, ...exception }),
    shows: () => [],
    done: hasNoException,
  },
  // USER and GUEST save their own here, whatever user they name.
  'controlPanel.saveAlert': { cells: ownOrVisible, fresh: 'sometimes', input: toAlertInput, done: renamed },
  'controlPanel.saveAlerts': {
    cells: visibleUsers,
    input: ({ userId, mark, address }) => ({ userId, alerts: parcelAlerts(mark, address) }),
    done: hasParcelAlerts,
  },
  'controlPanel.alertNames': { cells: visibleUsers, input: ({ userId }) => ({ userId }) },
  'controlPanel.alertDelete': {
    cells: visibleUsers,
    input: ({ alertId }) => ({ alertId, page: 1 }),
    done: alertIsGone,
  },
  'controlPanel.alertChangeStatusList': {
    cells: visibleUsers,
    input: ({ alertId }) => ({ alertId, page: 1 }),
    done: (target) => alertIs(target, sql`status = 'I'`),
  },
  'controlPanel.alertExport': {
    cells: visibleUsersList,
    input: ({ userId }) => ({ userId }),
    file: 'workbook',
  },

  'controlPanel.emails': { cells: visibleUsersList, input: ({ address }) => ({ filterText: address, page: 1 }) },
  'controlPanel.phones': {
    cells: visibleUsersList,
    input: ({ number }) => ({ filterText: number.slice(2), page: 1 }),
    shows: ({ phoneId }) => ({ phones: [{ id: phoneId }] }),
  },
  'controlPanel.emailGroups': { cells: visibleUsersList, input: ({ address }) => ({ filterText: address, page: 1 }) },
  'controlPanel.phoneGroups': {
    cells: visibleUsersList,
    input: ({ number }) => ({ filterText: number.slice(2), page: 1 }),
    shows: ({ phoneId }) => ({ groups: [{ id: phoneId }] }),
  },
  'controlPanel.recipientCount': {
    cells: visibleUsersList,
    input: ({ address }) => ({ kind: 'EMAIL', filterText: address }),
    shows: () => ({ total: 1 }),
  },
  'controlPanel.validatePhone': {
    cells: visibleUsers,
    arrange: async ({ phoneId }, { server }) => {
      await sql`update phone set validated_at = null where id = ${phoneId}`.execute(server.deps.db)
    },
    input: ({ phoneId }) => ({ id: phoneId }),
    done: (target) => phoneIs(target, sql`validated_at is not null`),
  },
  'controlPanel.invalidatePhone': {
    cells: visibleUsers,
    input: ({ phoneId }) => ({ id: phoneId }),
    done: (target) => phoneIs(target, sql`validated_at is null`),
  },
  'controlPanel.resetPhone': {
    cells: visibleUsers,
    input: ({ phoneId }) => ({ id: phoneId }),
    done: (target) => phoneIs(target, sql`validation_attempts = 0 and verification_attempts = 0`),
  },
  'controlPanel.helloUser': {
    cells: visibleUsers,
    input: ({ phoneId }) => ({ id: phoneId }),
    done: ({ number }) => sql`exists (select from notice where kind = 'test' and target = ${number})`,
  },

  'notices.show': { cells: byLinkHolder, input: byLink },
  'notices.answer': {
    cells: byLinkHolder,
    input: (target) => ({ ...byLink(target), answer: 'expected' }),
    done: (target) => answers(target, 'expected'),
  },
  'notices.undoAnswer': {
    cells: byLinkHolder,
    input: byLink,
    done: ({ noticeId }) => sql`not exists (select from notice_answer where notice_id = ${noticeId})`,
  },
  // Only the owner, logged in, changes an alert by it.
  'notices.narrow': {
    cells: ownBySession,
    arrange: async (target, world) => {
      await answerNotMe(target, world)
      await sql`insert into event_match (event_id, alert_id, revision, match) values (${world.eventId}, ${target.alertId}, 1,
        '{"field": "party", "fieldIndex": 0, "recordRaw": "TESTER WILMA", "byInitialOnly": true}')
        on conflict do nothing`.execute(world.server.deps.db)
    },
    input: (target) => ({ ...byLink(target), alertId: target.alertId, kind: 'byInitial', value: '' }),
    done: (target) => alertIs(target, sql`exact_first_name`),
  },
  'notices.undoNarrow': {
    cells: ownBySession,
    arrange: addException,
    input: (target) => ({ ...byLink(target), alertId: target.alertId, ...exception }),
    done: hasNoException,
  },
  'notices.own': {
    cells: ownOnly,
    input: ({ noticeId }) => ({ id: noticeId }),
    shows: ({ links }) => ({ token: links.notice }),
  },
  'notices.letter': { cells: byLinkHolder, input: ({ links }) => ({ token: links.keep }) },
  'notices.keepAlerts': {
    cells: byLinkHolder,
    input: ({ links }) => ({ token: links.keep }),
    done: ({ userId }) =>
      sql`exists (select from "user" where id = ${userId} and last_active_at > now() - interval '1 hour')`,
  },
  'notices.changes': { cells: byLinkHolder, input: ({ links }) => ({ token: links.undo }) },
  'notices.undoChanges': {
    cells: byLinkHolder,
    input: ({ links }) => ({ token: links.undo }),
    done: ({ userId }) => sql`exists (select from notice_change where user_id = ${userId} and undone_at is not null)`,
  },
  'notices.unsubscribe': { cells: byLinkHolder, input: byStop, done: stopped },
  'notices.resubscribe': {
    cells: byLinkHolder,
    arrange: async ({ notifiedAddress, userId }, { server }) => {
      await sql`insert into suppression (channel, target, owner_id, reason)
        values ('EMAIL', ${notifiedAddress}, ${userId}, 'unsubscribe')`.execute(server.deps.db)
    },
    input: byStop,
    done: (target) => sql`not ${stopped(target)}`,
  },
}
