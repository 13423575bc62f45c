import { useEffect, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { isOutdated } from '#client/lib/api/confirm-reload.ts'
import { draftOf, dropDraft, keepDraft } from '#client/lib/drafts.ts'
import { fieldsOf as refusedFields, messageOf, wantsLogin } from '#client/lib/api/errors.ts'
import { useLeaveGuard } from '#client/lib/dialogs/leave-guard.ts'
import { goToLogin } from '#client/lib/navigation.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { loadStartContent } from '#client/lib/api/start-content.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { changeCount, formSchema, formValues, mineOverTheirs, type Values } from './form-values.ts'
import { callsOf, forgetChanges, type SavedGroup } from './group-queries.ts'

/** A group as the server told it. */
export type Loaded = { content: Values; version: number; saved: { by: string; at: string } | null }
/** Somebody else saved meanwhile: what they say now, and what this page would have saved. */
type Conflict = { message: string; theirs: Loaded; mine: Values }
type Kept = { base: Loaded; values: Values }

type DraftOptions = {
  draft: string
  userId: number
  form: UseFormReturn<Values, unknown, Values>
  kept: Kept | undefined
  loaded: Loaded
  values: Values
  changes: number
}

/** Takes up the draft, keeps it while there are changes, and asks before the page is left with any. */
function useDraft({ draft, userId, form, kept, loaded, values, changes }: DraftOptions): void {
  useEffect(() => {
    if (kept) form.reset(kept.values, { keepDefaultValues: true })
  }, [kept, form])
  useEffect(() => {
    if (changes > 0) keepDraft(draft, userId, { base: loaded, values } satisfies Kept)
    else dropDraft(draft)
  }, [draft, userId, changes, loaded, values])
  useLeaveGuard(changes > 0, () => dropDraft(draft))
}

/** A rule across several fields shows its error at one of them, so any change checks the fields with errors again. */
function useErrorRecheck(form: UseFormReturn<Values, unknown, Values>): void {
  const wrong = Object.keys(form.formState.errors).join(' ')
  useEffect(() => {
    if (!wrong) return
    return form.subscribe({ formState: { values: true }, callback: () => void form.trigger(wrong.split(' ')) })
  }, [form, wrong])
}

/** Saves the values of the group; when somebody else saved first, reports the conflict. */
function useStoreValues(group: SavedGroup, onSaved: (now: Loaded) => void, onConflict: (conflict: Conflict) => void) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  return async (mine: Values, version: number): Promise<FieldProblems | void> => {
    try {
      onSaved(await callsOf(group).save.mutate({ value: mine, version }))
      showToast(t('settings.saved'))
      // Other pages show some of it: the county's name, the headline, the home cards.
      void loadStartContent()
      void forgetChanges(group)
      void utils.home.invalidate()
    } catch (error) {
      if (isOutdated(error)) {
        const theirs = await callsOf(group)
          .show.query()
          .catch(() => undefined)
        if (theirs) return onConflict({ message: messageOf(error), theirs, mine })
      }
      const problems = refusedFields(error)
      if (Object.keys(problems).length > 0) return problems
      if (wantsLogin(error)) return goToLogin()
      await showMessage('WARNING', messageOf(error))
    }
  }
}

/**
 * The state of a settings page. What is typed outlives the end of the session, with the version that it was typed
 * over: a save by somebody else in between is then told like any other.
 */
export function useSettingsForm(group: SavedGroup, userId: number, initial: Loaded) {
  const { t } = useTranslation()
  const draft = `settings.${group}`
  const [kept] = useState(() => draftOf<Kept>(draft, userId))
  const [loaded, setLoaded] = useState(kept?.base ?? initial)
  const [conflict, setConflict] = useState<Conflict>()
  const saved = formValues(group, loaded.content)
  const form = useAppForm<Values, Values>({ schema: formSchema(group, loaded.content), defaultValues: saved })
  const values = useWatch({ control: form.control })
  const changes = changeCount(group, values, saved)

  useDraft({ draft, userId, form, kept, loaded, values, changes })
  useErrorRecheck(form)

  /** From now on the form starts from this. */
  const take = (now: Loaded) => {
    setLoaded(now)
    setConflict(undefined)
    form.reset(formValues(group, now.content))
  }

  const store = useStoreValues(group, take, setConflict)

  return {
    form,
    values,
    loaded,
    changes,
    conflict,
    kept: kept !== undefined && changes > 0,
    save: (mine: Values) => store(mine, loaded.version),
    undo: () => form.reset(saved),
    /** Puts these into the form, as if they were typed. */
    fill: (typed: Values) => form.reset(typed, { keepDefaultValues: true }),
    savedValues: saved,
    stay: () => setConflict(undefined),
    loadTheirs: () => {
      if (!conflict) return
      take(conflict.theirs)
      showToast(t('settings.conflict.loaded'))
    },
    /** My changes over theirs, and saved again: what they changed elsewhere on the page stays. */
    keepMine: async () => {
      if (!conflict) return
      const { mine, theirs } = conflict
      const both = mineOverTheirs(group, mine, loaded.content, theirs.content)
      take(theirs)
      form.reset(formValues(group, both), { keepDefaultValues: true })
      for (const [name, message] of Object.entries((await store(both, theirs.version)) ?? {}))
        form.setError(name, { type: 'server', message })
    },
  }
}
