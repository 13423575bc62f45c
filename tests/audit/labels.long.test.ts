import { beforeAll, describe, expect, test } from 'vitest'
import { auditLabels } from '#server/features/reports/audit-labels.ts'
import { describeChanges } from '#server/features/reports/describe-changes.ts'
import type { RowNames } from '#server/features/reports/format-value.ts'
import { alertStatuses } from '#shared/contract/alert.ts'
import { roles, userStatuses } from '#shared/contract/roles.ts'
import type { AuditType } from '#shared/node/platform/database/types/audit.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { english } from '#shared/texts/en/english.ts'
import { type Written, findAuditWrites } from './written-values.ts'

const nobody = new Map<number, string>()
const fieldsWithoutLabel: RowNames = { email: nobody, phone: nobody, user: nobody, alert: nobody }
const labelFor = (type: string, key: string) => auditLabels[type as AuditType]?.[key]
/** Screens show user types by their codes. */
const fieldsShownAsStored: readonly string[] = roles

describe('audit log writes', () => {
  let written: Written
  beforeAll(() => {
    written = findAuditWrites()
  }, 120_000)

  test('finds every call and its fields', () => {
    expect(written.calls).toBeGreaterThan(50)
    const found = written.fields.map(({ type, key }) => `${type} ${key}`)
    expect(found).toEqual(
      expect.arrayContaining(['ALERT pausedUntil', 'FEED column_mapping', 'EXPORT includeInactive']),
    )
    // Settings fields have their labels in shared/settings.
    expect(written.unknown.map((at) => at.replace(/:\d+/, ''))).toEqual([
      'src-server/features/settings/save-setting.ts: ...only(changed, before.value)',
      'src-server/features/settings/save-setting.ts: ...only(changed, value)',
    ])
  })

  test('every field has a label', () => {
    const without = written.fields
      .filter(({ type, key, at }) => labelFor(type, key) === undefined && !at.includes('save-setting.ts'))
      .map(({ at, type, key }) => `${at} ${type} ${key}`)
    expect(without).toEqual([])
  })

  test('every label belongs to a field', () => {
    const found = new Set(written.fields.map(({ type, key }) => `${type} ${key}`))
    const known = Object.entries(auditLabels).flatMap(([type, fields]) =>
      Object.keys(fields).map((key) => `${type} ${key}`),
    )
    expect(known.filter((field) => !found.has(field))).toEqual([])
  })

  test('recipients whose label depends on the channel carry the channel', () => {
    const calls = new Set(written.fields.filter(({ key }) => key === 'channel').map(({ at }) => at))
    const without = written.fields.filter(({ type, key, at }) => {
      const word = labelFor(type, key)
      return (typeof word?.label === 'object' || word?.of === 'recipient') && !calls.has(at)
    })
    expect(without).toEqual([])
  })

  test('prints no field name and no code', () => {
    const wrong: string[] = []
    for (const { at, type, key, codes } of written.fields) {
      if (at.includes('save-setting.ts')) continue
      for (const value of codes.length > 0 ? codes : ['x', 7, true]) {
        const said = describeChanges(
          { type: type as AuditType, oldValue: null, newValue: { [key]: value } },
          fieldsWithoutLabel,
        )
        const [label, text] = said.split(': ')
        if (said === '') continue
        if (label === key || /[a-z][A-Z]|_/.test(label ?? '')) wrong.push(`${at}: ${said}`)
        if (codes.length > 0 && text === value && !fieldsShownAsStored.includes(text)) wrong.push(`${at}: ${said}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

test('every settings field has a readable label', () => {
  for (const [group, { fields }] of Object.entries(settingsGroups))
    for (const [key, { label }] of Object.entries(fields)) {
      const row = {
        type: 'SETTING' as const,
        oldValue: { group, [key]: null },
        newValue: { group, [key]: true },
      }
      const said = describeChanges(row, fieldsWithoutLabel)
      expect(said.toLowerCase().startsWith(`${label.toLowerCase()}: `), said).toBe(true)
      expect(label).not.toMatch(/[a-z][A-Z]|_/)
    }
})

test('codes are labeled as on the screens', () => {
  expect(auditLabels.ACCOUNT?.['status']?.format).toMatchObject({ ...userStatuses, ...alertStatuses })
  expect(auditLabels.SUPPRESSION?.['reason']?.format).toBe(english.support.stops.reasons)
})
