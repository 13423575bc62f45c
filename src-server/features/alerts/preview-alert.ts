import { assertNoProblems } from '#server/platform/assert-no-problems.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { AlertException } from '#shared/contract/alert-exception.ts'
import type { AlertPreview } from '#shared/contract/alert-view.ts'
import type { Criteria } from '#shared/contract/alert.ts'
import { gradeOf } from '#shared/contract/match.ts'
import { criteriaProblems } from '#shared/domain/alert/alert.ts'
import { withoutPossible } from '#shared/domain/alert/weekly-email.ts'
import { formatRecordedAt } from '#shared/domain/dates.ts'
import { toMarkedLine } from '#shared/domain/notice/marked-text.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { toStaffSentence } from '#shared/matching/public.ts'
import { findPreviewMatches as previewQuery } from '#shared/node/domain/alerts/preview.queries.ts'
import { alertRules } from './alert-rules.ts'

/** With more records a year than this to notify right away, the form warns and says how to make the alert more exact. */
const manyRecordsAYear = 20

/**
 * What an alert would have matched among the records of the last 12 months, by the worker's own rule.
 * @param exceptions of the saved alert, if the form shows a saved one
 * @param options.forStaff whether staff write the alert: then no sentence addresses its owner
 * @throws AppError `refused` with a text on each field that is missing
 */
export async function previewAlert(
  deps: Pick<ServerDeps, 'db' | 'env' | 'settings'>,
  criteria: Criteria,
  exceptions: readonly AlertException[],
  { forStaff = false } = {},
): Promise<AlertPreview> {
  const settings = await deps.settings.current()
  const rules = alertRules(settings, deps.env)
  assertNoProblems(criteriaProblems(criteria, rules))
  const { variants } = criteria
  const found = await previewQuery(deps.db, {
    criteria: { ...criteria, variants: settings.service.weeklyEmail ? variants : withoutPossible(variants) },
    exceptions,
    mask: rules.mask,
    timeZone: deps.env.COUNTY_TIME_ZONE,
  })
  const toSentence = forStaff ? toStaffSentence : (stored: string) => stored
  return {
    count: found.total,
    capped: found.capped,
    grades: found.grades,
    tooMany: found.total - found.grades.POSSIBLE > manyRecordsAYear,
    variantCounts: found.variantCounts,
    ...(found.byInitial !== undefined && { byInitial: found.byInitial }),
    width: found.width,
    records: found.records.map((record) => ({
      documentIdentifier: toSingleLine(record.document_id),
      documentDescription: toSingleLine(record.document_description || record.document_type),
      recordedTimestampFormatted: formatRecordedAt(record, deps.env.COUNTY_TIME_ZONE),
      ...toMarkedLine(record.match),
      sentence: toSentence(toSingleLine(record.match.sentence)),
      grade: gradeOf(record.match),
    })),
  }
}
