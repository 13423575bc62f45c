import { Plus, Trash2 } from 'lucide-react'
import { useController, useFieldArray, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TextAreaField, TextField } from '#client/components/form/text-field.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { RadioCards } from '#client/components/ui/radio-cards.tsx'
import { emptyParty, mappedFields } from './feed-form-values.ts'

const maxParties = 20
const parts = ['role', 'roleFrom', 'name', 'firstName', 'middleName', 'lastName', 'suffix', 'businessName'] as const

function Parties() {
  const { t } = useTranslation()
  const { fields, append, remove } = useFieldArray({ name: 'mapping.parties' })
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <legend className="font-bold">{t('feeds.mapping.parties')}</legend>
      <p className="text-sm text-muted-foreground">{t('feeds.mapping.partiesHelp')}</p>
      {fields.map((field, index) => (
        <fieldset
          key={field.id}
          className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-md border border-border p-4 sm:grid-cols-2"
        >
          <legend className="px-1 font-semibold">{t('feeds.mapping.party', { number: index + 1 })}</legend>
          {parts.map((part) => (
            <TextField
              key={part}
              name={`mapping.parties.${index}.${part}`}
              label={t(`feeds.mapping.${part}`)}
              optional
              autoComplete="off"
            />
          ))}
          <div className="sm:col-span-2">
            <Button
              variant="dangerQuiet"
              size="small"
              aria-label={t('feeds.mapping.removeParty', { number: index + 1 })}
              onClick={() => remove(index)}
            >
              <Trash2 aria-hidden />
              {t('feeds.mapping.removeParty', { number: index + 1 })}
            </Button>
          </div>
        </fieldset>
      ))}
      {fields.length < maxParties && (
        <div>
          <Button variant="secondary" size="small" onClick={() => append({ ...emptyParty })}>
            <Plus aria-hidden />
            {t('feeds.mapping.addParty').replace(/^\+ /, '')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** Maps the columns of the feed's files to fields. */
export function MappingFields() {
  const { t } = useTranslation()
  const { field } = useController({ name: 'mapped' })
  const mapped = useWatch({ name: 'mapped' }) === true
  return (
    <Card title={t('feeds.mapping.title')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <RadioCards
          legend={t('feeds.mapping.how')}
          name="mapped"
          value={mapped ? 'own' : 'standard'}
          onChange={(value) => field.onChange(value === 'own')}
          cards={[
            { value: 'standard', title: t('feeds.mapping.standard'), help: t('feeds.mapping.standardHelp') },
            { value: 'own', title: t('feeds.mapping.own'), help: t('feeds.mapping.ownHelp') },
          ]}
        />
        {mapped && (
          <>
            <p className="max-w-prose text-sm text-muted-foreground">{t('feeds.mapping.help')}</p>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
              {mappedFields.map((name, index) => (
                <TextField
                  key={name}
                  name={`mapping.${name}`}
                  label={t(`feeds.mapping.${name}`)}
                  optional={index > 1}
                  autoComplete="off"
                />
              ))}
            </div>
            <Parties />
            <TextAreaField
              name="mapping.parcels"
              label={t('feeds.mapping.parcels')}
              help={t('feeds.mapping.perLine')}
              optional
            />
            <TextAreaField
              name="mapping.situsAddresses"
              label={t('feeds.mapping.situsAddresses')}
              help={t('feeds.mapping.situsHelp')}
              optional
            />
            <TextAreaField
              name="mapping.extra"
              label={t('feeds.mapping.extra')}
              help={t('feeds.mapping.perLine')}
              optional
            />
          </>
        )}
      </div>
    </Card>
  )
}
