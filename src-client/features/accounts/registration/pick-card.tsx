import { type ReactNode, useId } from 'react'
import { useController } from 'react-hook-form'
import { Checkbox } from '#client/components/ui/checkbox.tsx'

type PickCardProps = {
  /** The path of the value in the form. */
  name: string
  title: string
  help: string
  /** A second line of help, such as one that the choice brings. */
  more?: string | false
  /** What the choice needs, shown while it is checked. */
  children?: ReactNode
}

/** One of several choices, as a card that can be pressed as a whole. */
export function PickCard({ name, title, help, more, children }: PickCardProps) {
  const {
    field: { ref, value, onChange, onBlur },
  } = useController({ name })
  const id = useId()
  const checked = value === true
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] rounded-md border-[1.5px] border-input bg-card overflow-hidden has-[.pick:checked]:border-primary has-[.pick:checked]:ring-[1.5px] has-[.pick:checked]:ring-primary">
      <label
        htmlFor={id}
        className="grid min-h-14 cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 p-3.5 has-checked:bg-accent has-checked:text-accent-foreground"
      >
        <Checkbox
          id={id}
          ref={ref}
          name={name}
          className="pick mt-[0.1em]"
          checked={checked}
          aria-labelledby={`${id}title`}
          aria-describedby={more ? `${id}help ${id}more` : `${id}help`}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={onBlur}
        />
        <span className="grid leading-[1.4] wrap-anywhere">
          <b id={`${id}title`}>{title}</b>
          <span id={`${id}help`} className="text-sm">
            {help}
          </span>
          {more && (
            <span id={`${id}more`} className="mt-1 text-sm">
              {more}
            </span>
          )}
        </span>
      </label>
      {checked && children && <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-3.5">{children}</div>}
    </div>
  )
}
