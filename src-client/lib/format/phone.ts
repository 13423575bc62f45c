/**
 * Shows a North American number as (XXX) XXX-XXXX, however it was typed or pasted: spaces, dashes, dots, a leading
 * +1; one that names another country as its digits. Anything else comes back as it was, trimmed, so that nothing
 * typed is lost and the check can name it.
 */
export function formatPhone(text: string): string {
  const trimmed = text.trim()
  if (/[^\d\s()+.\u2010-\u2015\u00a0-]/.test(trimmed)) return trimmed
  const digits = trimmed.replace(/\D/g, '')
  if (/^\+[2-9]/.test(trimmed)) return digits
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  // No area code begins with 0 or 1: such a number lacks a digit, and would be shown as another one.
  if (!/^[2-9]\d{9}$/.test(national)) return trimmed
  return `(${national.slice(0, 3)}) ${national.slice(3, 6)}-${national.slice(6)}`
}

/** An international number is digits only, country code first. How many are too many, the check says. */
export const formatInternationalPhone = (text: string): string => text.replace(/\D/g, '')
