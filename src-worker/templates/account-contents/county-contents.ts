import type { ContentOf } from './content.ts'

const figure = (n: number): string => n.toLocaleString('en-US')

export const migrationEnded: ContentOf<'migration-ended'> = (data, { labels }) => {
  const texts = labels.account.migration
  return {
    subject: texts[data.outcome].subject,
    lines: [
      texts[data.outcome].what,
      ...(data.outcome === 'failed'
        ? [data.message]
        : [texts.figures({ alerts: figure(data.alerts), emails: figure(data.emails) })]),
      ...(data.outcome === 'done'
        ? [data.skipped === 0 ? texts.noneSkipped : texts.skipped({ rows: figure(data.skipped) }), texts.undo]
        : []),
    ],
    button: { path: '/controlPanel/LandNotificationOneAlerts', text: texts.button },
    contact: true,
  }
}

export const databaseRestored: ContentOf<'database-restored'> = ({ from }, { labels }) => {
  const texts = labels.account.restored
  return {
    subject: texts.subject,
    lines: [texts.what({ from }), texts.paused, texts.todo],
    button: { path: '/monitoring', text: texts.button },
  }
}

export const recordReported: ContentOf<'record-reported'> = (
  { document, reportId, contact, found, possible },
  { labels },
) => {
  const texts = labels.account.reported
  const alerted = { named: texts.what, plain: texts.whatPlain }
  const listed = possible ? { named: texts.possible, plain: texts.possiblePlain } : alerted
  const what = found ? { named: texts.found, plain: texts.foundPlain } : listed
  return {
    subject: document ? texts.subject({ id: document }) : texts.subjectPlain,
    lines: [document ? what.named({ id: document }) : what.plain, texts.todo],
    button: { path: `/controlPanel/looksWrong/${reportId}`, text: texts.button },
    ...(contact && { contact: true as const }),
  }
}

export const recordsReported: ContentOf<'records-reported'> = ({ count, contact }, { labels }) => {
  const texts = labels.account.reported
  return {
    subject: count === 1 ? texts.subjectPlain : texts.subjectMany({ count: figure(count) }),
    lines: [count === 1 ? texts.whatOne : texts.whatMany({ count: figure(count) }), texts.todo],
    button: { path: '/controlPanel/looksWrong', text: texts.buttonMany },
    ...(contact && { contact: true as const }),
  }
}
