import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodeDescription } from '#shared/contract/code-lists.ts'
import { FindField } from '../list/filter-controls.tsx'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import { LookUpDialog } from './lookup-dialog.tsx'

type UserLookUpProps = { onSelect: (user: CodeDescription) => void; onClose: () => void }

/** 'Click row to select a user.': the users whom an administrator may see, by username, name or email. */
export function UserLookUp({ onSelect, onClose }: UserLookUpProps) {
  const { t } = useTranslation()
  const [filterText, setFilterText] = useState('')
  const onRest = useCallback((text: string) => setFilterText(text), [])
  const users = trpc.helperdata.userscodedescription.useQuery({ filterText }, listOptions)
  return (
    <LookUpDialog
      title={t('lookUp.users')}
      hint={t('lookUp.clickUser')}
      rows={users.data?.content.codeDescriptionResultList ?? (users.error ? [] : undefined)}
      onSelect={onSelect}
      onClose={onClose}
    >
      <FindField initial="" help={t('lookUp.findUser')} onRest={onRest} />
    </LookUpDialog>
  )
}
