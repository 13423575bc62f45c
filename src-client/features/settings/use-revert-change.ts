import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage, requiresLogin } from '#client/lib/api/errors.ts'
import { ask, showMessage } from '#client/lib/dialogs/prompts.ts'
import { goToLogin } from '#client/lib/navigation.ts'
import type { Change } from '#server/features/settings/setting-changes.ts'
import { toLineLabel } from '#shared/settings/format-setting-value.ts'
import { changeCount, getFields, revertChange } from './form-values.ts'
import { type SavedGroup, wholeChange } from './group-queries.ts'
import type { useSettingsForm } from './use-settings-form.ts'

/** The reverted fields as text, with a new id each time. */
export type RevertMessage = { id: number; lines: string[] }

/**
 * Reverts the fields of an earlier change in the form, without saving: Save, Undo changes and the leave guard are the
 * form's. Other edits stay; unsaved edits in the same fields need confirmation.
 */
export function useRevertChange(group: SavedGroup, state: ReturnType<typeof useSettingsForm>) {
  const { t } = useTranslation()
  const [said, setSaid] = useState<RevertMessage>()
  const { form, changes, savedValues, fill } = state
  const labels = (names: readonly string[]) =>
    names.map((name) => `“${toLineLabel(getFields(group)[name] ?? { label: name })}”`).join(', ')

  // Disappears once the form is saved or undone.
  if (said && changes === 0) setSaid(undefined)

  const revert = async ({ id, at }: Pick<Change, 'id' | 'at'>): Promise<void> => {
    const change = await wholeChange(group, id)
    if (!change) return
    // Read now: the reader may have typed something while the change was loading.
    const now = form.getValues()
    const { values, done, typedOver, shut } = revertChange(group, change.fields, { now, saved: savedValues })
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
        await revert(change)
      } catch (error) {
        if (requiresLogin(error)) return goToLogin()
        await showMessage('WARNING', getErrorMessage(error))
      }
    },
  }
}
