import { useTranslation } from 'react-i18next'
import { SelectField } from '#client/components/form/select-field.tsx'
import { DateField } from '#client/components/form/text-field.tsx'
import { codeLists } from '#shared/contract/code-lists.ts'

const toOptions = (list: 'hours' | 'minutes' | 'amPm') =>
  (codeLists[list] ?? []).map(({ code, description }) => ({ value: code, label: description }))
const [hours, minutes, halves] = [toOptions('hours'), toOptions('minutes'), toOptions('amPm')]

/** A time in the county's time zone: date, hour, minute, AM or PM. */
export function MomentFields({ edge }: { edge: 'from' | 'to' }) {
  const { t } = useTranslation()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-lg font-semibold">{t(`report.${edge}`)}</legend>
      <div className="grid grid-cols-3 items-end gap-3 sm:grid-cols-[minmax(0,11rem)_repeat(3,minmax(0,6.5rem))]">
        <DateField name={`${edge}Date`} label={t(`report.${edge}Date`)} className="max-sm:col-span-3" />
        <SelectField name={`${edge}Hour`} label={t('report.hour')} options={hours} />
        <SelectField name={`${edge}Minute`} label={t('report.minute')} options={minutes} />
        <SelectField name={`${edge}AmPm`} label={t('report.amPm')} options={halves} />
      </div>
    </fieldset>
  )
}
