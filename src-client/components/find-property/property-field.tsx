import { useState } from 'react'
import type { Property } from '#shared/contract/roll.ts'
import { ChosenProperties } from './chosen-properties.tsx'
import { FindProperty, type FindPropertyProps } from './find-property.tsx'

type PropertyFieldProps = Omit<FindPropertyProps, 'focused'> & {
  /** The choice; empty while the reader searches. */
  chosen: readonly Property[]
  /** The reader wants another property. */
  onClear: () => void
}

/** Find my property, and then the choice, with the way back. The focus follows. */
export function PropertyField({ chosen, onChoose, onClear, ...find }: PropertyFieldProps) {
  const [moved, setMoved] = useState(false)
  if (chosen.length > 0)
    return (
      <ChosenProperties
        properties={chosen}
        focused={moved}
        onChange={() => {
          setMoved(true)
          onClear()
        }}
      />
    )
  return (
    <FindProperty
      {...find}
      focused={moved}
      onChoose={(properties) => {
        setMoved(true)
        onChoose(properties)
      }}
    />
  )
}
