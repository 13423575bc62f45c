import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { CurrentPassword } from '#client/components/form/current-password.tsx'
import { Field } from '#client/components/form/field.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Checkbox } from '#client/components/ui/checkbox.tsx'
import { Input, NativeSelect } from '#client/components/ui/input.tsx'
import { setLanguage } from '#client/lib/i18n/i18n.ts'
import { languageChoice } from '#client/lib/i18n/language-choice.ts'
import { languageOption } from '#client/lib/i18n/languages.ts'
import { useStore } from '#client/lib/store.ts'
import type { credentialsInput } from '#shared/contract/account.ts'
import { defaultLanguage, type Language } from '#shared/contract/languages.ts'
import { messages } from '#shared/contract/messages.ts'

/** What the form sends; the code follows if the account uses an authenticator app. */
export type LoginValues = Required<Omit<z.input<typeof credentialsInput>, 'code'>>

type LoginFormProps = {
  /** The languages to choose from. With fewer than two there is no choice. */
  languages: readonly Language[]
  pending: boolean
  /** Why the last attempt was rejected. */
  refusal: string | undefined
  onSubmit: (credentials: LoginValues) => void
}

function LanguageField({ languages }: Pick<LoginFormProps, 'languages'>) {
  const { t } = useTranslation()
  const language = useStore(languageChoice)
  return (
    <Field label={t('login.language')}>
      {(control) => (
        <NativeSelect
          {...control}
          name="language"
          value={language}
          onChange={(event) => {
            const chosen = languages.find((code) => code === event.target.value) ?? ''
            languageChoice.set(chosen)
            void setLanguage(chosen || defaultLanguage)
          }}
        >
          <option value="">{t('login.sameLanguage')}</option>
          {languages.map((code) => {
            const { label, lang } = languageOption(code)
            return (
              <option key={code} value={code} lang={lang}>
                {label}
              </option>
            )
          })}
        </NativeSelect>
      )}
    </Field>
  )
}

function SharedComputerField({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useTranslation()
  const helpId = useId()
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 py-1">
      <Checkbox
        id="sharedComputer"
        name="sharedComputer"
        aria-describedby={helpId}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor="sharedComputer" className="leading-[1.45]">
        {t('login.shared')}
      </label>
      <p id={helpId} className="col-start-2 text-sm text-muted-foreground">
        {t('login.sharedHelp')}
      </p>
    </div>
  )
}

/**
 * Username, password, optionally a language, and whether others use the computer. It uses plain state instead of the
 * form library: everyone loads this form, and it only checks that both fields are filled.
 */
export function LoginForm({ languages, pending, refusal, onSubmit }: LoginFormProps) {
  const { t } = useTranslation()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const language = useStore(languageChoice)
  const [sharedComputer, setSharedComputer] = useState(false)
  const [checked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const missing = (value: string) => (checked && value === '' ? messages.required : undefined)

  // The message is above the fields, and on a low screen the pressed button is far below it.
  useEffect(() => {
    if (refusal && !pending) form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
  }, [refusal, pending])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setChecked(true)
    if (username.trim() !== '' && password !== '')
      onSubmit({ username: username.trim(), password, language, sharedComputer })
    else
      form.current
        ?.querySelector<HTMLInputElement>(username.trim() === '' ? '[name=username]' : '[name=password]')
        ?.focus()
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {pending ? <Banner>{t('login.pending')}</Banner> : refusal && <Banner tone="danger">{refusal}</Banner>}
      <Field label={t('login.username')} error={missing(username.trim())}>
        {(control) => (
          <Input
            {...control}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        )}
      </Field>
      <CurrentPassword label={t('login.password')} value={password} error={missing(password)} onChange={setPassword} />
      {languages.length > 1 && <LanguageField languages={languages} />}
      <SharedComputerField checked={sharedComputer} onChange={setSharedComputer} />
      <Button type="submit" wide busy={pending && t('login.pending')}>
        {t('login.submit')}
      </Button>
    </form>
  )
}
