/** The English texts for the work of staff after a restore, on the monitoring page; see shell.ts. */
export const enPanelRestore = {
  restore: {
    title: 'Restored from a backup',
    paused: 'The database was restored from a backup of {{backupAt}}.',
    pausedSince:
      'Alerts have been paused since {{at}}. Records still come in and are matched. Login and reset emails still go out.',
    by: {
      mark: 'The service noticed that the database is older than before.',
      command: 'Someone ran the after-restore command.',
      staff: 'Staff reported it on this page.',
    },
    counts: {
      inDoubt: 'Messages that may have been sent already',
      inDoubtHelp: 'We ask Twilio about each text before we send it. Emails say that they may arrive twice.',
      new: 'Notices created since',
      newHelp: 'We treat notices about records from before the restore as messages that may have been sent.',
      held: 'Held notices that may have been sent',
      heldHelp: 'They stay held until someone releases them under Held notices.',
      ended: 'Sessions ended',
      endedHelp: 'All earlier sessions ended. Password reset links ended: {{count}}.',
    },
    checks: 'Before you release',
    records: 'Ask the recorder to send everything from {{from}} to {{to}} again.',
    feed: '{{name}}: our last record arrived {{at}} ({{document}}).',
    emptyFeed: '{{name}}: we have no records. Ask for everything.',
    stops:
      'The database no longer knows who unsubscribed or reported spam since {{from}}. SendGrid lists these addresses under Suppressions. Remove them from their alerts. Twilio itself blocks numbers that replied STOP.',
    accounts:
      'Repeat changes made since {{from}}: deactivated or deleted users, roles, passwords, revoked feed keys. Recovery codes used since then work again.',
    release: 'Release alerts',
    releasing: 'Releasing…',
    question: 'Release the alerts now?',
    detail:
      'Messages that may have been sent already: {{inDoubt}}. Notices created since: {{added}}. They start going out right away.',
    yes: 'Release',
    released: 'Alerts are going out again.',
    last: 'The last restore was from a backup of {{backupAt}}. {{by}} released the alerts {{at}}.',
    declare: 'Was this database restored from a backup?',
    declareHelp:
      'Use this if the service did not notice. We pause alerts and log everyone else out. A message that may go out twice says so.',
    backupAt: 'Time of the backup',
    backupAtHelp: 'In the county’s time zone. If you are not sure, choose an earlier time.',
    pause: 'Pause alerts',
    pausing: 'Pausing…',
    pauseQuestion: 'Pause all alerts?',
    pauseDetail: 'They stop until you release them. We log everyone else out.',
    pauseYes: 'Pause alerts',
    earlier: 'The backup is older than that',
    useEarlier: 'Use the earlier time',
    usedEarlier: 'We used the earlier time.',
  },
} as const
