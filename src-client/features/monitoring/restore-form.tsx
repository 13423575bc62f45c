import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Form } from '#client/components/form/form.tsx'
import { TextField } from '#client/components/form/text-field.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { Button } from '#client/components/ui/button.tsx'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask } from '#client/lib/dialogs/prompts.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { messages } from '#shared/contract/messages.ts'
import { ListSection } from './list-section.tsx'
import { useRestore } from './use-monitoring.ts'

const schema = z.object({ backupAt: z.string().min(1, messages.required) })
type Values = z.infer<typeof schema>
const empty: Values = { backupAt: '' }

/** While delivery is not paused: staff can report a restore, and see the last one. */
export function RestoreSection() {
  const { t } = useTranslation()
  const query = useRestore()
  if (!query.data || query.data.content?.paused) return null
  const last = query.data.content
  return (
    <ListSection title={t('restore.declare')} help={t('restore.declareHelp')}>
      {last && (
        <p className="max-w-prose text-sm text-muted-foreground">
          {t('restore.last', { backupAt: last.backupAt, by: last.releasedBy, at: last.releasedAt })}
        </p>
      )}
      <RestoreForm />
    </ListSection>
  )
}

/**
 * Asks for the time of the backup, then pauses delivery.
 * @param paused whether it is paused already: then only an earlier time makes a difference
 */
export function RestoreForm({ paused = false }: { paused?: boolean }) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const declare = trpc.monitoring.declareRestore.useMutation({ meta: { handled: true } })
  const form = useAppForm<Values, Values>({ schema, defaultValues: empty })
  const onSubmit = (values: Values) =>
    submit(
      async () => {
        const question = {
          title: t('restore.pauseQuestion'),
          detail: t('restore.pauseDetail'),
          yes: t('restore.pauseYes'),
        }
        if (!paused && !(await ask(question))) return
        await declare.mutateAsync(values)
        if (paused) showToast(t('restore.usedEarlier'))
        form.reset(empty)
        await utils.monitoring.invalidate()
      },
      { fields: Object.keys(empty) },
    )
  return (
    <Form form={form} onSubmit={onSubmit} className="grid max-w-[28rem] gap-4">
      <TextField
        name="backupAt"
        type="datetime-local"
        label={t('restore.backupAt')}
        help={t('restore.backupAtHelp')}
        autoComplete="off"
      />
      <Button
        type="submit"
        variant="secondary"
        className="justify-self-start"
        busy={form.formState.isSubmitting && t('restore.pausing')}
      >
        {t(paused ? 'restore.useEarlier' : 'restore.pause')}
      </Button>
    </Form>
  )
}
