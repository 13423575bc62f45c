/** At most five digits: the first five of a pasted ZIP+4. */
export const formatZip = (text: string): string => text.replace(/\D/g, '').slice(0, 5)
