import { useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '#client/components/ui/button.tsx'
import { Input } from '#client/components/ui/input.tsx'
import { messages } from '#shared/contract/messages.ts'
import { Field, type FieldProps } from './field.tsx'

type CodeFieldProps = Pick<FieldProps, 'label' | 'help'> & {
  submit: string
  /** The button's text while a code is checked. */
  busy: string | false
  /** Why the last code was rejected. */
  refusal: string | undefined
  /** Rejects if the code was wrong; `refusal` then says why. */
  onSend: (code: string) => Promise<unknown>
}

/**
 * The six digits of a text message and the button that sends them, as does Enter. Not a form, because it may stand
 * inside one.
 */
export function CodeField({ label, help, submit, busy, refusal, onSend }: CodeFieldProps) {
  const [code, setCode] = useState('')
  const [empty, setEmpty] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const typeAgain = () => {
    input.current?.focus()
    input.current?.select()
  }
  const send = () => {
    if (busy) return
    const nothing = code.trim() === ''
    setEmpty(nothing)
    if (nothing) typeAgain()
    else onSend(code).catch(typeAgain)
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    send()
  }
  const error = empty ? messages.textedCode : refusal
  return (
    <Field label={label} help={help} announced {...(error ? { error } : {})}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <Input
            {...control}
            ref={input}
            // The error shows here, not in the summary of a surrounding form.
            data-alone=""
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            onKeyDown={sendOnEnter}
            className="w-36 tracking-[0.15em] tabular-nums"
          />
          <Button variant="secondary" onClick={send} busy={busy}>
            {submit}
          </Button>
        </div>
      )}
    </Field>
  )
}
