import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { CheckboxField } from '#client/components/form/checkbox-field.tsx'
import { FormDialog } from '#client/components/form/form-dialog.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import type { Correctable } from '../correct-dialog.tsx'

const schema = z.object({ belongsToOther: z.boolean() })
type Values = z.infer<typeof schema>

/** Staff remove a recipient that no alert uses, and say whether it belongs to another person. */
export function RemoveDialog({ recipient, onClose }: { recipient: Correctable; onClose: () => void }) {
  const { channel, id, value, owner = '' } = recipient
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const remove = trpc.userView.recipientRemove.useMutation({ meta: { handled: true } })
  const form = useAppForm<Values, Values>({ schema, defaultValues: { belongsToOther: false } })
  const onSubmit = ({ belongsToOther }: Values) =>
    submit(async () => {
      const { message } = await remove.mutateAsync({ channel, id, belongsToOther })
      void utils.controlPanel.invalidate()
      onClose()
      await showMessage('OK', message ?? '')
    })
  return (
    <FormDialog
      form={form}
      title={t('recipient.removeQuestion', { value })}
      description={t('recipient.removeOf', { owner })}
      submit={t('recipient.removeYes')}
      destructive
      onSubmit={onSubmit}
      onClose={onClose}
      className="gap-5"
    >
      <CheckboxField
        name="belongsToOther"
        className="wrap-anywhere"
        label={t(`recipient.other.${channel}`, { value })}
        shortLabel={t('recipient.otherShort')}
        help={t('recipient.otherUnusedHelp')}
      />
    </FormDialog>
  )
}
