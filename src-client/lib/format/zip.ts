/** Digits only, five at most: of a pasted ZIP+4 the first five. */
export const formatZip = (text: string): string => text.replace(/\D/g, '').slice(0, 5)
