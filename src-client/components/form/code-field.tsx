import { useRef, useState, type KeyboardEvent } from 'react'
import { messages } from '#shared/contract/messages.ts'
import { Button } from '#client/components/ui/button.tsx'
import { Input } from '#client/components/ui/input.tsx'
import { Field, type FieldProps } from './field.tsx'

type CodeFieldProps = Pick<FieldProps, 'label' | 'help'> & {
  submit: string
  /** What the button says while a code is checked. */
  busy: string | false
  /** Why the last code was not taken. */
  refusal: string | undefined
  /** Rejects where the code was not taken; `refusal` then says why. */
  onSend: (code: string) => Promise<unknown>
}

/**
 * The six digits of a text message, with the button that sends them. Enter sends them too. Not a form, since it may
 * stand inside one.
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
            // The problem is told here, not in the summary of a form round it.
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
