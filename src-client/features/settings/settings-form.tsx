import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Form } from '#client/components/form/form.tsx'
import { SaveBar } from '#client/components/form/save-bar.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { useTexts } from '#client/lib/api/start-content.ts'
import type { Fieldset } from '#shared/settings/group.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { getFields, isFieldDisabled, type Values } from './form-values.ts'
import type { SavedGroup } from './group-queries.ts'
import { PurgePreview } from './purge-preview.tsx'
import { SettingField } from './setting-field.tsx'
import type { RevertMessage } from './use-revert-change.ts'
import type { useSettingsForm } from './use-settings-form.ts'

/** The fields of a group by section, in order; a group without sections is one section. */
function groupFields(group: SavedGroup, texts: boolean): readonly Fieldset[] {
  const { fieldsets } = settingsGroups[group] as { fieldsets?: readonly Fieldset[] }
  return (
    fieldsets?.filter(({ requiresTexts }) => texts || !requiresTexts) ?? [
      { title: '', fields: Object.keys(getFields(group)) },
    ]
  )
}

/** The read-only values of the page. */
function ReadOnlyValues({ group, content }: { group: SavedGroup; content: Values }) {
  const { readOnlyField } = settingsGroups[group] as { readOnlyField?: { name: string; label: string; help: string } }
  if (!readOnlyField) return null
  return (
    <Card>
      <p>
        <b>{readOnlyField.label}</b>: {String(content[readOnlyField.name])}
      </p>
      <p className="text-sm text-muted-foreground">{readOnlyField.help}</p>
    </Card>
  )
}

/** Lists the reverted fields above the form, and takes the focus. */
function RevertBanner({ lines }: { lines: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} tabIndex={-1} className="scroll-my-24 rounded-md">
      <Banner>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Banner>
    </div>
  )
}

type SettingsFormProps = {
  group: SavedGroup
  state: ReturnType<typeof useSettingsForm>
  /** The reverted fields that are not saved yet. */
  said: RevertMessage | undefined
}

/** The form of a group: its cards, who saved it last, and the save bar. */
export function SettingsForm({ group, state, said }: SettingsFormProps) {
  const { t } = useTranslation()
  const { form, values, loaded, changes, conflict } = state
  const fields = getFields(group)
  const texts = useTexts()
  return (
    <>
      <Form form={form} onSubmit={state.save} className="grid grid-cols-[minmax(0,1fr)] content-start gap-stack">
        {state.savedDraft && <Banner>{t('settings.kept')}</Banner>}
        {said && <RevertBanner key={said.id} lines={said.lines} />}
        {groupFields(group, texts).map((part) => (
          <Card key={part.title} {...(part.title ? { title: part.title } : {})}>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
              {part.fields.map((name) => {
                const field = fields[name]
                return (
                  field && (
                    <SettingField key={name} name={name} field={field} disabled={isFieldDisabled(field, values)} />
                  )
                )
              })}
              {group === 'userPurgeSchedule' && <PurgePreview values={values} saved={loaded.content} />}
            </div>
          </Card>
        ))}
        <ReadOnlyValues group={group} content={loaded.content} />
        <p className="text-sm text-muted-foreground">
          {!loaded.saved
            ? t('settings.neverSaved')
            : loaded.saved.by
              ? t('settings.savedBy', loaded.saved)
              : t('settings.savedAt', loaded.saved)}
        </p>
        <SaveBar changes={changes} saving={form.formState.isSubmitting} onUndo={state.undo} />
      </Form>
      {conflict && (
        <ConflictDialog
          group={group}
          message={conflict.message}
          before={loaded.content}
          mine={conflict.mine}
          theirs={conflict.theirs.content}
          onLoad={state.loadTheirs}
          onKeep={() => void state.keepMine()}
          onStay={state.stay}
        />
      )}
    </>
  )
}
