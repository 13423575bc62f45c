import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Form } from '#client/components/form/form.tsx'
import { PhoneField } from '#client/components/form/text-field.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { useStartContent, useTexts } from '#client/lib/api/start-content.ts'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask } from '#client/lib/dialogs/prompts.ts'
import { formatTypedPhone } from '#client/lib/format/phone.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { messages, testTextQuestion } from '#shared/contract/messages.ts'
import { parsePhone } from '#shared/domain/phone.ts'
import { showTestText } from './show-test-text.ts'

const schema = z.object({ phoneNumber: z.string().min(1, messages.required) })
type Values = z.infer<typeof schema>

/** Hello World: sends a test text and shows the result. */
export function HelloWorldPage() {
  const { t } = useTranslation()
  const otherCountries = useStartContent()?.otherCountries === true
  const texts = useTexts()
  const send = trpc.controlPanel.helloWorld.useMutation({ meta: { handled: true } })
  const form = useAppForm<Values, Values>({
    schema,
    rule: ({ phoneNumber }): FieldProblems => {
      const read = parsePhone(formatTypedPhone(phoneNumber), otherCountries)
      return 'problem' in read ? { phoneNumber: read.problem } : {}
    },
    defaultValues: { phoneNumber: '' },
  })
  const onSubmit = ({ phoneNumber }: Values) =>
    submit(
      async () => {
        const number = formatTypedPhone(phoneNumber)
        const detail = t('helloWorld.questionDetail', { number })
        if (!(await ask({ title: testTextQuestion, detail, yes: t('helloWorld.yes') }))) return
        await showTestText(await send.mutateAsync({ phoneNumber: number }))
      },
      { fields: ['phoneNumber'] },
    )
  return (
    <>
      <PageTitle title={t('helloWorld.title')} />
      <Card className="max-w-[44rem]">
        {!texts ? (
          <Banner tone="info">{t('helloWorld.noTexts')}</Banner>
        ) : (
          <Form form={form} onSubmit={onSubmit} className="grid justify-items-start gap-5">
            <p>{t('helloWorld.detail')}</p>
            <PhoneField
              name="phoneNumber"
              label={t('helloWorld.phone')}
              help={t(otherCountries ? 'helloWorld.phoneHelpOpen' : 'helloWorld.phoneHelp')}
              autoComplete="off"
            />
            <Button type="submit" busy={send.isPending && t('helloWorld.sending')}>
              <Send aria-hidden />
              {t('helloWorld.send')}
            </Button>
          </Form>
        )}
      </Card>
    </>
  )
}
