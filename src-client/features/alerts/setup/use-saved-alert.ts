import { trpc } from '#client/lib/api/trpc.ts'
import { editedAlertOptions } from '../editor/edited-alert-options.ts'

/** The reader's alert as it is now. */
export const useSavedAlert = (id: number | undefined) =>
  trpc.userView.alert.useQuery({ id: id ?? 0 }, { ...editedAlertOptions, enabled: id !== undefined })
