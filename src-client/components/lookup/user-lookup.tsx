import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import type { CodeDescription } from '#shared/contract/code-lists.ts'
import { FindField } from '../list/filter-controls.tsx'
import { LookupDialog } from './lookup-dialog.tsx'

type UserLookupProps = { onSelect: (user: CodeDescription) => void; onClose: () => void }

/** 'Click row to select a user.': the users whom an administrator may see, by username, name or email. */
export function UserLookup({ onSelect, onClose }: UserLookupProps) {
  const { t } = useTranslation()
  const [filterText, setFilterText] = useState('')
  const onRest = useCallback((text: string) => setFilterText(text), [])
  const users = trpc.helperdata.userscodedescription.useQuery({ filterText }, listOptions)
  return (
    <LookupDialog
      title={t('lookUp.users')}
      hint={t('lookUp.clickUser')}
      rows={users.data?.content.codeDescriptionResultList ?? (users.error ? [] : undefined)}
      onSelect={onSelect}
      onClose={onClose}
    >
      <FindField initial="" help={t('lookUp.findUser')} onSettled={onRest} />
    </LookupDialog>
  )
}
