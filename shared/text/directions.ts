// cspell:disable
/**
 * Directions. Source: USPS Publication 28, section 233 and Appendix B (two-letter abbreviations of directions); NO and SO
 * are older abbreviations that county rolls still write.
 */
export const directions: Record<string, string> = {
  N: 'NORTH NO',
  S: 'SOUTH SO',
  E: 'EAST',
  W: 'WEST',
  NE: 'NORTHEAST',
  NW: 'NORTHWEST',
  SE: 'SOUTHEAST',
  SW: 'SOUTHWEST',
}
