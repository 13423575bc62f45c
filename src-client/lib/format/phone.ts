/**
 * Formats a North American number as (XXX) XXX-XXXX however it was typed or pasted (spaces, dashes, dots, a leading
 * +1), and a number with another country code as digits. Anything else is only trimmed, so that nothing typed is lost
 * and validation can name it.
 */
export function formatTypedPhone(text: string): string {
  const trimmed = text.trim()
  if (/[^\d\s()+.\u2010-\u2015\u00a0-]/.test(trimmed)) return trimmed
  const digits = trimmed.replace(/\D/g, '')
  if (/^\+[2-9]/.test(trimmed)) return digits
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  // No area code starts with 0 or 1: such a number lacks a digit, and formatting would show a different one.
  if (!/^[2-9]\d{9}$/.test(national)) return trimmed
  return `(${national.slice(0, 3)}) ${national.slice(3, 6)}-${national.slice(6)}`
}

/** An international number: digits only, country code first. Validation limits their number. */
export const formatInternationalPhone = (text: string): string => text.replace(/\D/g, '')
