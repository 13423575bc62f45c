import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Change } from '#server/features/settings/setting-changes.ts'
import { toLineLabel } from '#shared/settings/formatted-value.ts'
import { messageOf, wantsLogin } from '#client/lib/api/errors.ts'
import { goToLogin } from '#client/lib/navigation.ts'
import { ask, showMessage } from '#client/lib/dialogs/prompts.ts'
import { changeCount, fieldsOf, putBack } from './form-values.ts'
import { type SavedGroup, wholeChange } from './group-queries.ts'
import type { useSettingsForm } from './use-settings-form.ts'

/** What was put back, in words; each time anew. */
export type SaidPutBack = { id: number; lines: string[] }

/**
 * Puts the fields of an earlier change back into the form, as they were before it. Nothing is saved by that: Save,
 * Undo changes and the question before the page is left are those of the form. What is typed elsewhere stays; what is
 * typed in the same fields is asked about.
 */
export function usePutBack(group: SavedGroup, state: ReturnType<typeof useSettingsForm>) {
  const { t } = useTranslation()
  const [said, setSaid] = useState<SaidPutBack>()
  const { form, changes, savedValues, fill } = state
  const labels = (names: readonly string[]) =>
    names.map((name) => `“${toLineLabel(fieldsOf(group)[name] ?? { label: name })}”`).join(', ')

  // Once saved or undone it is told no longer.
  if (said && changes === 0) setSaid(undefined)

  const put = async ({ id, at }: Pick<Change, 'id' | 'at'>): Promise<void> => {
    const change = await wholeChange(group, id)
    if (!change) return
    // As it is now: something may have been typed while the change was fetched.
    const now = form.getValues()
    const { values, done, typedOver, shut } = putBack(group, change.fields, { now, saved: savedValues })
    if (typedOver.length > 0) {
      const sure = await ask({
        title: t('settings.putBack.question'),
        detail: t('settings.putBack.detail', { fields: labels(typedOver) }),
        yes: t('settings.putBack.yes'),
      })
      if (!sure) return
    }
    fill(values)
    const left = shut.length > 0 ? [t('settings.putBack.shut', { fields: labels(shut) })] : []
    if (done.length === 0 || changeCount(group, values, savedValues) === 0)
      return showMessage('INFO', [t('settings.putBack.nothing', { at }), ...left].join('  '))
    const lines = [t('settings.putBack.done', { at, fields: labels(done) }), ...left]
    setSaid((last) => ({ id: (last?.id ?? 0) + 1, lines }))
  }

  return {
    said,
    putBack: async (change: Pick<Change, 'id' | 'at'>) => {
      try {
        await put(change)
      } catch (error) {
        if (wantsLogin(error)) return goToLogin()
        await showMessage('WARNING', messageOf(error))
      }
    },
  }
}
