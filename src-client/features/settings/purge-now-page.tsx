import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Form } from '#client/components/form/form.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask, showMessage } from '#client/lib/dialogs/prompts.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { PurgeRunsCard } from './purge-runs-card.tsx'
import { SettingField } from './setting-field.tsx'

const { title, schema, fields } = settingsGroups.userPurgeNow
type Values = { purgeDate: string }

/** Purge Now: counts, asks, then deletes. Its progress shows below. */
export function PurgeNowPage() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const purge = trpc.controlPanel.countyConfig.userPurgeNow.purge.useMutation({ meta: { handled: true } })
  const form = useAppForm<Values, Values>({
    schema: schema as z.ZodType<Values, Values>,
    rule: ({ purgeDate }): FieldProblems => (purgeDate === '' ? { purgeDate: messages.required } : {}),
    defaultValues: { purgeDate: '' },
  })

  const onSubmit = ({ purgeDate }: Values) =>
    submit(
      async () => {
        const { content } = await utils.controlPanel.purgeCount.fetch({ purgeDate }, { staleTime: 0 })
        const counted = { count: content.count, date: purgeDate }
        if (content.count === 0) return showMessage('INFO', t('purgeNow.none', counted))
        const sure = await ask({
          title: t('purgeNow.question'),
          detail: t('purgeNow.count', counted),
          yes: t('purgeNow.yes', counted),
          destructive: true,
        })
        if (!sure) return
        const { message } = await purge.mutateAsync({ purgeDate })
        form.reset()
        void utils.controlPanel.purgeRuns.invalidate()
        await showMessage('OK', message ?? '')
      },
      { fields: Object.keys(fields) },
    )

  return (
    <>
      <PageTitle title={title} />
      <Card className="max-w-[44rem]">
        <Form form={form} onSubmit={onSubmit} className="grid justify-items-start gap-5">
          <p>{t('purgeNow.detail')}</p>
          <SettingField name="purgeDate" field={{ ...fields.purgeDate, help: t('purgeNow.dateHelp') }} />
          <Button type="submit" variant="danger" busy={form.formState.isSubmitting && t('purgeNow.counting')}>
            <Trash2 aria-hidden />
            {t('purgeNow.purge')}
          </Button>
        </Form>
      </Card>
      <PurgeRunsCard />
    </>
  )
}
