/** The English texts of what staff do after a restore, on the monitoring page; see en-shell.ts. */
export const enPanelRestore = {
  restore: {
    title: 'Restored from a backup',
    paused: 'The database was restored from a backup of {{backupAt}}.',
    pausedSince:
      'Alerts have been paused since {{at}}. Records still come in and are matched. Login and reset emails still go out.',
    by: {
      mark: 'The service noticed that the database is older than it was.',
      command: 'The command after-restore was run.',
      staff: 'Staff said so on this page.',
    },
    counts: {
      inDoubt: 'Messages that may have been sent already',
      inDoubtHelp: 'We ask Twilio about each text before we send it. Emails say that they may come twice.',
      new: 'Alerts decided since',
      newHelp: 'Those about records from before the restore are treated the same way.',
      held: 'Held notices that may have been sent',
      heldHelp: 'They stay held until they are released on the Feeds page.',
      ended: 'Sessions ended',
      endedHelp: 'All earlier sessions ended. Password reset links ended: {{count}}.',
    },
    checks: 'Before you release',
    records: 'Ask the recorder to post again everything from {{from}} to {{to}}.',
    feed: '{{name}}: the last record here came {{at}} ({{document}}).',
    emptyFeed: '{{name}}: no record is here. Ask for everything.',
    stops:
      'Stop the addresses that unsubscribed or reported spam since {{from}}; the database has forgotten them. SendGrid lists them under Suppressions. Twilio itself blocks numbers that replied STOP.',
    accounts:
      'Repeat changes made since {{from}}: deactivated or deleted users, roles, passwords, revoked feed keys. Recovery codes used since then work again.',
    release: 'Release alerts',
    releasing: 'Releasing…',
    question: 'Release the alerts now?',
    detail:
      'Messages that may have been sent already: {{inDoubt}}. Alerts decided since: {{added}}. They start to go out at once.',
    yes: 'Release',
    released: 'Alerts go out again.',
    last: 'The last restore was from a backup of {{backupAt}}. {{by}} released the alerts {{at}}.',
    declare: 'Was this database restored from a backup?',
    declareHelp:
      'Say so if we did not notice. Alerts pause, everyone else is logged out, and nothing is sent twice without saying so.',
    backupAt: 'Time of the backup',
    backupAtHelp: 'In the county’s time. If you are not sure, choose an earlier time.',
    pause: 'Pause alerts',
    pausing: 'Pausing…',
    pauseQuestion: 'Pause all alerts?',
    pauseDetail: 'They stop until you release them. Everyone else is logged out.',
    pauseYes: 'Pause alerts',
    earlier: 'The backup is older than that',
    useEarlier: 'Use the earlier time',
    usedEarlier: 'The earlier time is used.',
  },
} as const
