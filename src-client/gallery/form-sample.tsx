import { useState } from 'react'
import { z } from 'zod'
import { CheckboxField } from '#client/components/form/checkbox-field.tsx'
import { Form } from '#client/components/form/form.tsx'
import { PasswordField } from '#client/components/form/password-field.tsx'
import { SelectField } from '#client/components/form/select-field.tsx'
import { DateField, PhoneField, TextAreaField, TextField, ZipField } from '#client/components/form/text-field.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { Button } from '#client/components/ui/button.tsx'
import { RadioCards } from '#client/components/ui/radio-cards.tsx'
import { showToast } from '../lib/dialogs/toasts.ts'

const schema = z.object({
  name: z.string().trim().min(1, 'Required.').max(60),
  phone: z.string().regex(/^\(\d{3}\) \d{3}-\d{4}$/, '(XXX) XXX-XXXX'),
  zip: z.string().regex(/^\d{5}$/, '5-digit zip.'),
  date: z.string(),
  password: z.string(),
  state: z.string(),
  note: z.string(),
  agree: z.literal(true, 'Please read and select the checkbox to acknowledge.'),
})

/** Every kind of field. */
export function FormSample() {
  const form = useAppForm<z.input<typeof schema>, z.output<typeof schema>>({
    schema,
    defaultValues: { name: '', phone: '', zip: '', date: '', password: '', state: 'MN', note: '' },
  })
  const [kind, setKind] = useState('NAME')
  return (
    <Form form={form} className="grid gap-6" onSubmit={async () => showToast('Saved.')}>
      <RadioCards
        legend="Monitor"
        name="kind"
        value={kind}
        onChange={setKind}
        cards={[
          { value: 'NAME', title: 'Person', help: 'First and last name' },
          { value: 'BUSINESS', title: 'Business/Trust', help: 'A company or trust' },
          { value: 'PARCEL_ID', title: 'Parcel ID', help: 'From your tax bill' },
        ]}
      />
      <TextField name="name" label="Alert Nickname" help="Give this alert a nickname to help you identify it." />
      <PhoneField
        name="phone"
        label="Mobile phone"
        help="Ten digits. We add the (XXX) XXX-XXXX for you."
        after={<Button variant="secondary">Lookup</Button>}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-x-5 gap-y-4">
        <ZipField name="zip" label="Zip" />
        <DateField name="date" label="From" optional />
      </div>
      <SelectField
        name="state"
        label="State"
        options={[
          { value: 'MN', label: 'Minnesota' },
          { value: 'WI', label: 'Wisconsin' },
        ]}
      />
      <PasswordField
        name="password"
        label="New password"
        autoComplete="new-password"
        rules={[
          { label: 'At least 12 characters', check: (text) => (text.length >= 12 ? 'met' : 'open') },
          { label: 'A letter, a number and a special character', check: (text) => (/\d/.test(text) ? 'met' : 'open') },
        ]}
      />
      <TextAreaField name="note" label="Long text" help="Shown to everybody at the top of each page." />
      <CheckboxField
        name="agree"
        label="I agree to one text to check this number. Carrier message and data rates may apply."
        note="adds 2"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Save</Button>
        <Button busy="Saving…">Save</Button>
      </div>
    </Form>
  )
}
