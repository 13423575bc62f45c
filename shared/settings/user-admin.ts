import { count, date, flag, requiredLongText, publicField, loggedInField, enabledBy } from './field.ts'
import { group } from './group.ts'

const closed = 'The service is closed for maintenance.'

/** Who may log in, when an idle session ends, and when unused accounts are deleted. */
export const userAdmin = {
  userLockout: group({
    page: 'userLockout',
    title: 'Lockout Step 1',
    link: 'Lockout step 1',
    section: 'User Admin',
    atStart: true,
    fields: {
      lockoutInPlace: publicField(
        flag(
          'Lockout in place',
          false,
          'Residents cannot log in. Notices still go out, and administrators can still log in.',
        ),
      ),
      messageLogin: publicField(
        requiredLongText(
          'Message on the login page',
          closed,
          1000,
          'Shown to residents who try to log in during the lockout.',
        ),
      ),
      messageHeadline: publicField(
        requiredLongText(
          'Headline message',
          closed,
          1000,
          'Shown to everyone at the top of each page during the lockout.',
        ),
      ),
    },
  }),
  userPurgeSchedule: group({
    page: 'userPurgeSchedule',
    title: 'User Admin - Purge Schedule',
    link: 'Purge Schedule',
    section: 'User Admin',
    fields: {
      automaticPurge: flag(
        'Automatic purge',
        false,
        'Each night at 3:30 AM, we delete users who have been inactive this long. We notify them 30 and 7 days before.',
      ),
      automaticPurgeAfterDays: enabledBy(
        'automaticPurge',
        count('Inactive for', { min: 365, max: 3650, initial: 365, unit: 'days', help: 'From 365 to 3650.' }),
      ),
    },
  }),
  userPurgeNow: group({
    page: 'userPurgeNow',
    title: 'User Admin - Purge Now',
    link: 'Purge Now',
    section: 'User Admin',
    fields: { purgeDate: date('Last active before') },
  }),
  userAccess: group({
    page: 'userAccess',
    title: 'User Admin - Access',
    link: 'Access',
    section: 'User Admin',
    atStart: true,
    fields: {
      limitLoginAttempts: flag('Limit login attempts', true),
      maxloginAttempts: enabledBy(
        'limitLoginAttempts',
        count('Wrong passwords in a row', {
          min: 1,
          max: 20,
          initial: 5,
          help: 'From 1 to 20. After that, we lock the account.',
        }),
      ),
      // The idle warning needs these.
      inactivityTimeLimit: loggedInField(flag('End idle sessions', true)),
      inactivityTimeLimitPeriod: enabledBy(
        'inactivityTimeLimit',
        loggedInField(
          count('Idle for', {
            min: 1,
            max: 120,
            initial: 30,
            unit: 'minutes',
            help: 'From 1 to 120. A warning appears first.',
          }),
        ),
      ),
    },
  }),
} as const
