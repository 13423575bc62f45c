const grouped = new Intl.NumberFormat('en-US')

/** A count with grouped digits: '12,345'. */
export const formatCount = (count: number): string => grouped.format(count)
