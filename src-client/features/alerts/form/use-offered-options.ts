import type { AlertType, MatchOptions } from '#shared/contract/alert.ts'
import { alertTypeTable } from '#shared/domain/alert/alert-types.ts'

/** The match options that the form of a type offers. */
export const useOfferedOptions = (type: AlertType): readonly (keyof MatchOptions)[] => alertTypeTable[type].variants
