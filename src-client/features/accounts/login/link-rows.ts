/** More than this are set in two rows. */
const inOneRow = 6

/** How many links stand side by side on a wide page (end-user.md, section 9): up to six in one row, more in two. */
export function linkColumns(links: number): number {
  return links > inOneRow ? Math.ceil(links / 2) : links
}
