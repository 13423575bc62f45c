import { useEffect, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { isOutdated } from '#client/lib/api/confirm-reload.ts'
import { getErrorMessage } from '#client/lib/api/errors.ts'
import { loadStartContent, useTexts } from '#client/lib/api/start-content.ts'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { useLeaveGuard } from '#client/lib/dialogs/leave-guard.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { dropDraft } from '#client/lib/drafts.ts'
import { getDraft, keepDraft } from '#client/lib/keep-draft.ts'
import { confirmSave } from './confirm-save.ts'
import { changeCount, formSchema, formValues, mergeMine, type Values } from './form-values.ts'
import { getProcedures, forgetChanges, type SavedGroup } from './group-queries.ts'

/** A group as the server returned it. */
export type Loaded = { content: Values; version: number; saved: { by: string; at: string } | null }
/** Someone else saved first: their values now, and what this page would have saved. */
type Conflict = { message: string; theirs: Loaded; mine: Values }
type SavedDraft = { base: Loaded; values: Values }

type DraftOptions = {
  draft: string
  userId: number
  form: UseFormReturn<Values, unknown, Values>
  savedDraft: SavedDraft | undefined
  loaded: Loaded
  values: Values
  changes: number
}

/** Restores the draft, keeps it while there are changes, and asks before the page is left with any. */
function useDraft({ draft, userId, form, savedDraft, loaded, values, changes }: DraftOptions): void {
  useEffect(() => {
    if (savedDraft) form.reset(savedDraft.values, { keepDefaultValues: true })
  }, [savedDraft, form])
  useEffect(() => {
    if (changes > 0) keepDraft(draft, userId, { base: loaded, values } satisfies SavedDraft)
    else dropDraft(draft)
  }, [draft, userId, changes, loaded, values])
  useLeaveGuard(changes > 0, { draft })
}

/** A rule across several fields shows its error at one of them, so any change checks the fields with errors again. */
function useErrorRecheck(form: UseFormReturn<Values, unknown, Values>): void {
  const wrong = Object.keys(form.formState.errors).join(' ')
  useEffect(() => {
    if (!wrong) return
    return form.subscribe({ formState: { values: true }, callback: () => void form.trigger(wrong.split(' ')) })
  }, [form, wrong])
}

/** Saves the values of the group; when another person saved first, reports the conflict. */
function useStoreValues(group: SavedGroup, onSaved: (now: Loaded) => void, onConflict: (conflict: Conflict) => void) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const store = async (mine: Values, version: number) => {
    try {
      onSaved(await getProcedures(group).save.mutate({ value: mine, version }))
    } catch (error) {
      const load = () =>
        getProcedures(group)
          .show.query()
          .catch(() => undefined)
      const theirs = isOutdated(error) && (await load())
      if (!theirs) throw error
      return onConflict({ message: getErrorMessage(error), theirs, mine })
    }
    showToast(t('settings.saved'))
    // Other pages show some of these values: the county's name, the headline, the home cards.
    void loadStartContent()
    void forgetChanges(group)
    void utils.home.invalidate()
  }
  return (mine: Values, version: number, { inForm = true } = {}) => submit(() => store(mine, version), { inForm })
}

/**
 * The state of a settings page. Unsaved edits outlive the session together with the version they are based on, so that
 * someone else's save in between is reported like any other.
 */
export function useSettingsForm(group: SavedGroup, userId: number, initial: Loaded) {
  const { t } = useTranslation()
  const texts = useTexts()
  const draft = `settings.${group}`
  const [savedDraft] = useState(() => getDraft<SavedDraft>(draft, userId))
  const [loaded, setLoaded] = useState(savedDraft?.base ?? initial)
  const [conflict, setConflict] = useState<Conflict>()
  const saved = formValues(group, loaded.content)
  const form = useAppForm<Values, Values>({ schema: formSchema(group, loaded.content), defaultValues: saved })
  const values = useWatch({ control: form.control })
  const changes = changeCount(group, values, saved)

  useDraft({ draft, userId, form, savedDraft, loaded, values, changes })
  useErrorRecheck(form)

  /** Resets the form to these values. */
  const startFrom = (now: Loaded) => {
    setLoaded(now)
    setConflict(undefined)
    form.reset(formValues(group, now.content))
  }

  const store = useStoreValues(group, startFrom, setConflict)

  return {
    form,
    values,
    loaded,
    changes,
    conflict,
    savedDraft: savedDraft !== undefined && changes > 0,
    save: async (mine: Values) => ((await confirmSave(group, mine, texts)) ? store(mine, loaded.version) : undefined),
    undo: () => form.reset(saved),
    /** Fills these into the form as unsaved edits. */
    fill: (typed: Values) => form.reset(typed, { keepDefaultValues: true }),
    savedValues: saved,
    stay: () => setConflict(undefined),
    loadTheirs: () => {
      if (!conflict) return
      startFrom(conflict.theirs)
      showToast(t('settings.conflict.loaded'))
    },
    /** Merges my changes into theirs and saves again: what they changed elsewhere on the page stays. */
    keepMine: async () => {
      if (!conflict) return
      const { mine, theirs } = conflict
      const both = mergeMine(group, mine, loaded.content, theirs.content)
      startFrom(theirs)
      form.reset(formValues(group, both), { keepDefaultValues: true })
      for (const [name, message] of Object.entries((await store(both, theirs.version, { inForm: false })) ?? {}))
        form.setError(name, { type: 'server', message })
    },
  }
}
