import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { Input } from '#client/components/ui/input.tsx'
import type { ControlProps } from './field.tsx'

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  control: ControlProps
  /** Read by Safari and by password managers. */
  passwordrules?: string | undefined
}

/** The input with its Show button. Pasting is allowed, and nothing is corrected or capitalized. */
export function PasswordInput({ control, ...rest }: PasswordInputProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <div className="flex">
      <Input
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="rounded-e-none focus-visible:z-1"
        {...rest}
        {...control}
      />
      <Button
        variant="quiet"
        aria-pressed={shown}
        aria-label={t('form.showPassword')}
        onClick={() => setShown(!shown)}
        className="rounded-s-none border-[1.5px] border-s-0 border-input bg-muted px-3.5 text-foreground focus-visible:z-1"
      >
        {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        {shown ? t('form.hide') : t('form.show')}
      </Button>
    </div>
  )
}
