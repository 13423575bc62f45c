/** More links than this use two rows. */
const inOneRow = 6

/** The number of links per row on a wide page (end-user.md, section 9): up to six in one row, more in two. */
export function linkColumns(links: number): number {
  return links > inOneRow ? Math.ceil(links / 2) : links
}
