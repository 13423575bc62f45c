import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { CheckboxField } from '#client/components/form/checkbox-field.tsx'
import { Form } from '#client/components/form/form.tsx'
import { SaveBar } from '#client/components/form/save-bar.tsx'
import { SelectField } from '#client/components/form/select-field.tsx'
import { TextField } from '#client/components/form/text-field.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { Card } from '#client/components/ui/card.tsx'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { useLeaveGuard } from '#client/lib/dialogs/leave-guard.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { panelPath } from '#client/lib/navigation.ts'
import { feedFormSchema, toFeedForm } from './feed-form-values.ts'
import type { FeedDetail } from './feed-types.ts'
import { MappingFields } from './mapping-fields.tsx'
import { SampleCard } from './sample-card.tsx'

const orders = ['', 'LAST_FIRST', 'FIRST_LAST'] as const

/** Opens the new feed once it is there. The leave guard must be off by then: nothing is unsaved. */
function useGoToNewFeed(id: number | undefined): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (id !== undefined) navigate(`${panelPath}/feeds/${id}`, { replace: true })
  }, [id, navigate])
}

/** Saves the feed, or creates it; `made` is the id of a new one. */
function useSave(feed: FeedDetail | undefined) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const [newFeedId, setNewFeedId] = useState<number>()
  const handled = { meta: { handled: true } }
  const create = trpc.feeds.create.useMutation(handled)
  const update = trpc.feeds.save.useMutation(handled)
  const save = async (values: Parameters<typeof create.mutateAsync>[0]) => {
    if (feed) {
      await update.mutateAsync({ id: feed.id, version: feed.version, feed: values })
      showToast(t('feeds.entry.saved'))
      await utils.feeds.invalidate()
      return
    }
    const { content } = await create.mutateAsync(values)
    showToast(t('feeds.entry.made'))
    await utils.feeds.invalidate()
    setNewFeedId(content.id)
  }
  return { newFeedId, save }
}

function AboutCard() {
  const { t } = useTranslation()
  return (
    <Card title={t('feeds.entry.about')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <TextField name="name" label={t('feeds.entry.name')} maxLength={100} autoComplete="off" />
        <TextField
          name="timeZone"
          label={t('feeds.entry.timeZone')}
          help={t('feeds.entry.timeZoneHelp')}
          optional
          maxLength={60}
          autoComplete="off"
        />
        <SelectField
          name="nameOrder"
          label={t('feeds.entry.nameOrder')}
          help={t('feeds.entry.nameOrderHelp')}
          options={orders.map((value) => ({ value, label: t(`feeds.entry.nameOrders.${value || 'none'}`) }))}
        />
        <TextField
          name="nameWidth"
          label={t('feeds.entry.nameWidth')}
          help={t('feeds.entry.nameWidthHelp')}
          optional
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          inputClassName="max-w-44 tabular-nums"
        />
        <CheckboxField name="doubleSpaceSplits" label={t('feeds.entry.doubleSpace')} />
        <CheckboxField name="losesLeadingZeros" label={t('feeds.entry.zeros')} help={t('feeds.entry.zerosHelp')} />
        <p className="text-sm text-muted-foreground">{t('feeds.entry.mask')}</p>
      </div>
    </Card>
  )
}

type FeedSettingsProps = { feed: FeedDetail | undefined; onDirty: (isDirty: boolean) => void }

/** The form of a feed's settings. It creates a feed that does not exist yet. */
export function FeedSettings({ feed, onDirty }: FeedSettingsProps) {
  const { newFeedId, save } = useSave(feed)
  const form = useAppForm({ schema: feedFormSchema, defaultValues: toFeedForm(feed) })
  const { isDirty, isSubmitting, dirtyFields } = form.formState
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  useLeaveGuard(isDirty && newFeedId === undefined)
  useGoToNewFeed(newFeedId)
  const { mapping: _columns, ...plain } = dirtyFields
  const changes = Object.keys(plain).length + (dirtyFields.mapping ? 1 : 0)
  return (
    <Form
      form={form}
      className="grid max-w-form grid-cols-[minmax(0,1fr)] gap-stack"
      onSubmit={(values) => submit(() => save(values), { fields: ['name', 'timeZone', 'nameWidth'] })}
    >
      <AboutCard />
      <MappingFields />
      <SampleCard />
      <SaveBar changes={changes} saving={isSubmitting} onUndo={() => form.reset()} />
    </Form>
  )
}
