import { DatabaseZap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Form } from '#client/components/form/form.tsx'
import { PasswordField } from '#client/components/form/password-field.tsx'
import { TextField } from '#client/components/form/text-field.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask, showMessage } from '#client/lib/dialogs/prompts.ts'
import { formatCount } from '#client/lib/format/count.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { isCountyConfirmed, migrationInput, migrationQuestion, wrongCounty } from '#shared/contract/legacy.ts'

type Values = z.infer<typeof migrationInput>
const empty: Values = {
  databaseAddress: '',
  databaseName: '',
  username: '',
  password: '',
  countyCode: '',
  countyName: '',
}

/** Starts the migration after its question. */
function useMigrate(onStarted: () => void) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const migrate = trpc.controlPanel.migrateLandNotificationOneAlerts.useMutation({ meta: { handled: true } })
  return (values: Values) =>
    submit(
      async () => {
        const { alerts, emails } = (await utils.controlPanel.migrationStanding.fetch(undefined, { staleTime: 0 }))
          .content
        const sure = await ask({
          title: migrationQuestion,
          detail: t('migration.questionDetail', { count: alerts, emails: formatCount(emails) }),
          yes: t('migration.yes'),
          destructive: true,
        })
        if (!sure) return
        const { message } = await migrate.mutateAsync(values)
        onStarted()
        await showMessage('OK', message ?? '')
      },
      { fields: Object.keys(empty) },
    )
}

function MigrationFields({ county }: { county: string }) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:items-end">
      <TextField
        name="databaseAddress"
        label={t('migration.databaseAddress')}
        help={t('migration.databaseAddressHelp')}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextField
        name="databaseName"
        label={t('migration.databaseName')}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextField
        name="username"
        label={t('migration.username')}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
      />
      {/* Keeps browsers from filling in the reader's own password. */}
      <PasswordField
        name="password"
        label={t('migration.password')}
        help={t('migration.passwordHelp')}
        autoComplete="new-password"
      />
      <TextField
        name="countyCode"
        label={t('migration.countyCode')}
        help={t('migration.countyCodeHelp')}
        autoComplete="off"
      />
      <TextField
        name="countyName"
        label={t('migration.countyName')}
        help={t('migration.countyNameHelp', { county })}
        autoComplete="off"
      />
    </div>
  )
}

/** The address of the legacy database, and the county's name as confirmation. Nothing typed here is kept. */
export function MigrationForm({ running, onStarted }: { running: boolean; onStarted: () => void }) {
  const { t } = useTranslation()
  const county = useStartContent()?.county ?? ''
  const form = useAppForm<Values, Values>({
    schema: migrationInput,
    // Checked before the question, which names the county.
    rule: ({ countyName }): FieldProblems =>
      !county || isCountyConfirmed(countyName, county) ? {} : { countyName: wrongCounty },
    defaultValues: empty,
  })

  const onSubmit = useMigrate(() => {
    form.reset(empty)
    onStarted()
  })

  return (
    <Card title={t('migration.form')} className="max-w-[52rem]">
      <div className="mb-5 grid gap-2">
        <p>{t('migration.detail')}</p>
        <p>{t('migration.before')}</p>
      </div>
      <Form form={form} onSubmit={onSubmit} className="grid gap-5">
        <MigrationFields county={county} />
        {running ? (
          <p className="font-semibold">{t('migration.busy')}</p>
        ) : (
          <Button
            type="submit"
            variant="danger"
            className="justify-self-start"
            busy={form.formState.isSubmitting && t('migration.opening')}
          >
            <DatabaseZap aria-hidden />
            {t('migration.migrate')}
          </Button>
        )}
      </Form>
    </Card>
  )
}
