import { sql } from 'kysely'
import {
  providerVisibleUsers,
  providerList,
  countyList,
  visibleUsersList,
  visibleUsersButSelf,
  countyRecord,
  visibleUsers,
  provider,
  savedGroups,
  staff,
  type Cells,
  type Table,
} from '../cells.ts'
import { insertPossibleMatch, type RecordsWorld, type Target } from '../records.ts'

let fresh = 0
const byUser = ({ userId }: Target) => ({ userId })
/** Neither feed has held notices. */
const heldGroup: Cells = { present: 'L 0 0 0 F F', missing: 'L 0 0 0 F F' }
const byFeed = ({ feedId }: Target) => ({ feedId })
const userIs = ({ userId }: Target, condition: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from "user" where id = ${userId} and ${condition})`
const setStatus = async ({ userId }: Target, { server }: RecordsWorld, status: string) =>
  void (await sql`update "user" set status = ${status} where id = ${userId}`.execute(server.deps.db))
const noticeWaits = ({ failedId }: Target) =>
  sql<boolean>`exists (select from notice where id = ${failedId} and state = 'waiting')`
const settled =
  (outcome: string) =>
  ({ quarantineId }: Target) =>
    sql<boolean>`exists (select from quarantine where id = ${quarantineId} and outcome = ${outcome})`

const rollIs =
  (state: string) =>
  ({ rollId }: Target) =>
    sql<boolean>`exists (select from roll where id = ${rollId} and state = ${state})`

const record = JSON.stringify({ documentIdentifier: 'D-1', recordedAt: '2026-01-05', parcels: ['17-1'] })
const wholeDay = {
  fromDate: '01/05/2021',
  fromHour: '12',
  fromMinute: '00',
  fromAmPm: 'AM',
  toDate: '01/05/2021',
  toHour: '11',
  toMinute: '59',
  toAmPm: 'PM',
  username: '',
}

/** Posts a settings page's current values back: the save works and changes nothing for the other tests. */
const groups: Table = Object.fromEntries(
  savedGroups.flatMap((group) => [
    [`controlPanel.countyConfig.${group}.show`, { cells: staff }],
    [
      `controlPanel.countyConfig.${group}.save`,
      {
        cells: staff,
        ...(group === 'userAccess' || group === 'auditLogPurgeSchedule' ? { fresh: true as const } : {}),
        input: (_target, { settings }) => ({ value: settings[group] }),
        rest: ({ value }) => value as object,
      },
    ],
    [`controlPanel.countyConfig.${group}.changes`, { cells: staff }],
  ]),
) satisfies Table

/** The control panel except alerts and recipients. */
export const panel: Table = {
  'roll.alertsOutside': { cells: staff, input: () => ({ page: 1 }) },
  ...groups,
  'controlPanel.countyConfig.userPurgeNow.show': { cells: staff },
  'controlPanel.countyConfig.userPurgeNow.purge': {
    cells: staff,
    fresh: true,
    input: () => ({ purgeDate: '01/01/2001' }),
  },
  // Sessions of no particular user: those of USER and GUEST belong to the matrix.
  'controlPanel.countyConfig.endUserSessions': { cells: staff, fresh: true },
  'controlPanel.purgeCount': { cells: staff, input: () => ({ purgeDate: '01/01/2001' }), shows: () => ({ count: 0 }) },
  'controlPanel.purgeScheduleCount': { cells: staff, input: () => ({ days: 365 }), shows: () => ({ count: 0 }) },
  'controlPanel.purgeRuns': { cells: staff },

  'controlPanel.helloWorld': { cells: provider, input: () => ({ phoneNumber: '(612) 555-0142' }) },
  // The operator's list of hosts is empty here.
  'controlPanel.migrateLandNotificationOneAlerts': {
    cells: { all: 'L R R F F F' },
    fresh: true,
    input: () => ({
      databaseAddress: 'legacy.example',
      databaseName: 'lns1',
      username: 'reader',
      password: 'x',
      countyCode: '17',
      countyName: 'Alder County',
    }),
    // Its documented body has no county name.
    rest: ({ countyName: _typed, ...documented }) => documented,
  },
  'controlPanel.migrationRuns': { cells: provider },
  'controlPanel.migrationStanding': { cells: provider },
  'controlPanel.migrationSkipped': { cells: countyList, input: ({ runId }) => ({ runId, page: 1 }) },
  // A failed run changed nothing, so there is nothing to restore.
  'controlPanel.migrationRestore': {
    cells: { present: 'L R R F F F', missing: 'L R R F F F' },
    fresh: true,
    input: ({ runId }) => ({ runId }),
  },

  'reportSettings.show': { cells: staff },
  'reportSettings.save': { cells: staff, input: (_target, { settings }) => ({ value: settings.reports }) },
  'reportSettings.changes': { cells: staff },
  'service.show': { cells: provider },
  'service.save': { cells: provider, input: (_target, { settings }) => ({ value: settings.service }) },
  'service.changes': { cells: provider },

  'rollVersions.list': { cells: provider },
  'rollVersions.problems': { cells: countyList, input: ({ rollId }) => ({ id: rollId }) },
  // A roll is pending; there can be only one.
  'rollVersions.beginUpload': {
    cells: { all: 'L R R F F F' },
    input: () => ({ fileName: 'roll.csv', bytes: 10, mapping: null }),
  },
  // Only of the caller's own upload; tests/roll has these.
  'rollVersions.finishUpload': {
    cells: { present: 'L M M F F F', missing: 'L M M F F F' },
    input: ({ rollId }) => ({ id: rollId }),
  },
  'rollVersions.drop': {
    cells: countyRecord,
    input: ({ rollId }) => ({ id: rollId }),
    done: rollIs('removed'),
  },
  // Of two at the same time, the second must look again; tests/roll has those that succeed.
  'rollVersions.use': {
    fresh: 'L L L F F F',
    cells: { present: 'L M M F F F', missing: 'L M M F F F' },
    input: ({ feedId }) => ({ id: feedId + 1_000_000 }),
  },
  'rollVersions.goBack': {
    fresh: true,
    cells: countyRecord,
    input: ({ rollId }) => ({ id: rollId, gone: 0 }),
    arrange: async ({ rollId }, { server }) => {
      await sql`update roll set state = 'former', ended_at = now() where id = ${rollId}`.execute(server.deps.db)
    },
    done: rollIs('current'),
  },

  'feeds.list': { cells: provider, input: () => ({ page: 1 }) },
  'feeds.names': { cells: provider },
  'feeds.get': { cells: countyRecord, input: ({ feedId }) => ({ id: feedId }) },
  'feeds.create': { cells: provider, fresh: true, input: () => ({ name: `New feed ${++fresh}` }) },
  'feeds.save': {
    cells: countyRecord,
    input: ({ feedId, mark }) => ({ id: feedId, version: 1, feed: { name: `Renamed ${mark}` } }),
    done: ({ feedId, mark }) => sql`exists (select from feed where id = ${feedId} and name = ${`Renamed ${mark}`})`,
  },
  'feeds.findings': {
    cells: countyRecord,
    input: byFeed,
    shows: () => ({ findings: [{ kind: 'nameOrder', dismissed: false }] }),
  },
  'feeds.checkRecords': {
    cells: countyRecord,
    input: byFeed,
    done: ({ feedId }) => sql`exists (select from feed_check where feed_id = ${feedId} and requested_at is not null)`,
  },
  'feeds.dismissFinding': {
    cells: countyRecord,
    input: (target) => ({ ...byFeed(target), kind: 'nameOrder', dismissed: true }),
    done: ({ feedId }) => sql`exists (select from feed_check where feed_id = ${feedId} and discarded::text <> '[]')`,
  },
  'feeds.setOpen': {
    cells: countyRecord,
    fresh: true,
    input: ({ feedId }) => ({ id: feedId, open: false }),
    done: ({ feedId }) => sql`exists (select from feed where id = ${feedId} and closed_at is not null)`,
  },
  'feeds.keys': { cells: countyList, input: (target) => ({ ...byFeed(target), page: 1 }) },
  'feeds.createKey': {
    cells: countyRecord,
    fresh: true,
    input: byFeed,
    done: ({ feedId, keyId }) => sql`exists (select from feed_key where feed_id = ${feedId} and id <> ${keyId})`,
  },
  'feeds.revokeKey': {
    cells: countyRecord,
    fresh: true,
    input: ({ keyId }) => ({ id: keyId }),
    done: ({ keyId }) => sql`exists (select from feed_key where id = ${keyId} and revoked_at is not null)`,
  },
  'feeds.checkMapping': { cells: provider, input: () => ({ text: record, feed: { name: 'A sample' } }) },
  'feeds.quarantine': { cells: countyList, input: (target) => ({ ...byFeed(target), page: 1 }) },
  'feeds.quarantined': { cells: countyRecord, input: ({ quarantineId }) => ({ id: quarantineId }) },
  'feeds.retry': {
    cells: countyRecord,
    input: ({ quarantineId }) => ({ id: quarantineId }),
    done: settled('retried'),
  },
  'feeds.retryAll': { cells: countyList, input: byFeed, done: settled('retried') },
  'feeds.discard': {
    cells: countyRecord,
    input: ({ quarantineId }) => ({ id: quarantineId }),
    done: settled('discarded'),
  },
  'feeds.held': { cells: staff },
  'feeds.heldByFeed': { cells: staff },
  'feeds.waitingCount': { cells: staff },
  'feeds.heldRecords': { cells: staff, input: () => ({ page: 1 }) },
  'feeds.discardHeld': {
    cells: heldGroup,
    fresh: 'L L L L F F',
    input: (target) => ({ ...byFeed(target), notices: 1 }),
  },
  'feeds.withheld': { cells: staff, input: () => ({ page: 1 }) },
  'feeds.releaseWithheld': {
    cells: visibleUsers,
    fresh: true,
    input: ({ alertId }, { restrictedId }) => ({ eventId: restrictedId, alertId }),
    done: ({ alertId }) =>
      sql<boolean>`exists (select from withheld_match where alert_id = ${alertId} and released_at is not null)`,
  },
  'feeds.discardWithheld': {
    cells: visibleUsers,
    fresh: true,
    input: ({ alertId }, { restrictedId }) => ({ eventId: restrictedId, alertId }),
    done: ({ alertId }) =>
      sql<boolean>`exists (select from withheld_match where alert_id = ${alertId} and discarded_at is not null)`,
  },
  'feeds.releaseHeld': {
    cells: heldGroup,
    fresh: 'L L L L F F',
    input: (target) => ({ ...byFeed(target), notices: 1 }),
  },
  'feeds.wouldBeTold': {
    cells: countyRecord,
    input: (target) => ({ ...byFeed(target), text: record, page: 1 }),
    shows: () => ({ alerts: [], total: 0 }),
  },

  'monitoring.now': { cells: provider },
  'monitoring.answers': { cells: provider },
  'monitoring.foundRecords': { cells: provider },
  'monitoring.history': { cells: provider, input: () => ({ window: 'hour' }) },
  'monitoring.failed': { cells: providerList, input: () => ({ page: 1 }) },
  'monitoring.sendAgain': {
    cells: providerVisibleUsers,
    input: ({ failedId }) => ({ id: failedId }),
    done: noticeWaits,
  },

  'monitoring.failedReasons': { cells: provider },
  // No message failed so long ago.
  'monitoring.sendFailedAgain': {
    cells: { all: 'L R R F F F' },
    input: () => ({ reason: null, until: '2020-01-01T00:00:00Z' }),
  },

  'monitoring.restore': { cells: provider },
  // It would end all the other sessions.
  'monitoring.declareRestore': {
    cells: { all: 'L R R F F F' },
    fresh: true,
    input: () => ({ backupAt: 'some day' }),
  },
  // At most one can be waiting; this one is already released.
  'monitoring.releaseDelivery': {
    cells: { present: 'L R R F F F', missing: 'L M M F F F' },
    input: ({ restoreId }) => ({ id: restoreId }),
  },

  'report.userReport': { cells: staff, input: () => wholeDay, file: 'pdf', slow: true },
  'report.userExport': { cells: staff, input: () => wholeDay, file: 'workbook' },
  'report.today': { cells: staff },

  'support.messages': { cells: visibleUsers, input: (target) => ({ ...byUser(target), page: 1 }) },
  'support.possibleMatches': {
    cells: visibleUsers,
    arrange: (target, world) => insertPossibleMatch(world, target),
    input: (target) => ({ ...byUser(target), page: 1 }),
  },
  'support.sendAgain': {
    cells: visibleUsers,
    input: ({ userId, failedId }) => ({ userId, noticeId: failedId }),
    done: noticeWaits,
  },
  'support.stops': { cells: visibleUsers, input: byUser },
  'support.undoStop': {
    cells: visibleUsers,
    input: ({ userId, stopId }) => ({ userId, id: stopId }),
    done: ({ stopId }) => sql`exists (select from suppression where id = ${stopId} and lifted_at is not null)`,
  },
  'support.sessions': {
    cells: visibleUsers,
    input: byUser,
    shows: ({ sessionId }) => [{ id: sessionId }],
  },
  'support.endSessions': {
    cells: visibleUsers,
    fresh: true,
    input: ({ userId, sessionId }) => ({ userId, sessionId }),
    done: ({ sessionId }) => sql`not exists (select from session where id = ${sessionId})`,
  },
  'support.looksWrong': { cells: visibleUsersList, input: () => ({ page: 1, shown: 'open' }) },
  'support.looksWrongCount': { cells: staff },
  'support.unopenedReports': { cells: staff },
  'support.report': { cells: visibleUsers, input: ({ noticeId }) => ({ noticeId }) },
  'support.openReport': {
    cells: visibleUsers,
    input: ({ noticeId }) => ({ noticeId }),
    done: ({ noticeId }) =>
      sql`exists (select from notice_answer where notice_id = ${noticeId} and opened_at is not null)`,
  },
  'support.reportStaff': { cells: staff },
  'support.health': { cells: staff },
  'support.dealWithAnswer': {
    cells: visibleUsers,
    input: ({ noticeId }) => ({ noticeId, dealtWith: true }),
    done: ({ noticeId }) =>
      sql`exists (select from notice_answer where notice_id = ${noticeId} and resolved_at is not null)`,
  },

  'userManager.users': { cells: visibleUsersList, input: ({ userId }) => ({ accountId: userId }) },
  'userManager.userPage': { cells: visibleUsersList, input: ({ userId }) => ({ accountId: userId, page: 1 }) },
  'userManager.userTotal': {
    cells: visibleUsersList,
    input: ({ userId }) => ({ accountId: userId }),
    shows: () => 1,
  },
  'userManager.user': { cells: visibleUsers, input: ({ userId }) => ({ id: userId }) },
  'userManager.saveUser': {
    cells: visibleUsers,
    input: ({ userId, email }) => ({ id: userId, firstName: 'Changed', lastName: 'Tester', email }),
    done: (target) => userIs(target, sql`first_name = 'Changed'`),
  },
  'userManager.userDelete': {
    cells: visibleUsersButSelf,
    fresh: true,
    input: (target) => ({ ...byUser(target), page: 1 }),
    done: ({ userId }) => sql`not exists (select from "user" where id = ${userId})`,
  },
  'userManager.userChangeStatusList': {
    cells: visibleUsersButSelf,
    input: (target) => ({ ...byUser(target), page: 1 }),
    // Deactivating asks for the password (recent-password.test.ts).
    arrange: (target, world) => setStatus(target, world, 'I'),
    done: (target) => userIs(target, sql`status = 'A'`),
  },
  'userManager.userChangeStatusSingle': {
    cells: visibleUsersButSelf,
    input: byUser,
    // Deactivating asks for the password (recent-password.test.ts).
    arrange: (target, world) => setStatus(target, world, 'I'),
    done: (target) => userIs(target, sql`status = 'A'`),
  },
  'userManager.userPassword': {
    fresh: true,
    cells: visibleUsers,
    slow: true,
    input: ({ userId }) => ({ id: userId, password: 'NewMeadow#4242', passwordConfirm: 'NewMeadow#4242' }),
    done: (target, { passwordHash }) => userIs(target, sql`password_hash <> ${passwordHash}`),
  },
  'userManager.sendResetLink': {
    cells: visibleUsers,
    input: byUser,
    done: ({ userId }) => sql`exists (select from notice where user_id = ${userId} and template = 'password-reset')`,
  },
  // All of these users have completed it.
  'userManager.sendRegistrationLink': {
    cells: { ...visibleUsers, own: '- R R R F F', managed: '- R R R - -' },
    input: ({ userId, email }) => ({ userId, email }),
  },
  'userManager.userExport': {
    cells: visibleUsersList,
    input: ({ userId }) => ({ accountId: userId }),
    file: 'workbook',
  },
}
