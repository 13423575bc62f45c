import {
  comma,
  firstLast,
  givenOf,
  indexed,
  inEitherOrder,
  short,
  spoken,
  text,
  type TextPattern,
  toPlainLast,
  withInitial,
  withLast,
} from './text-pattern.ts'

/** Trusts of one family and of two, and their trustees. */
export const trustPatterns: readonly TextPattern[] = [
  firstLast('a spoken trust', ({ a, random }) =>
    inEitherOrder(
      text(
        `${spoken(a)} ${random.pick(['REVOCABLE TRUST', 'LIVING TRUST DATED 5/5/1999', 'REVOCABLE LIVING TRUST'])}`,
        a,
      ),
      a,
    ),
  ),
  comma('an indexed trust', ({ a, random }) =>
    text(`${indexed(a)} ${random.pick(['TRUST', 'REVOCABLE LIVING TRUST', 'LIVING TRUST'])}`, a),
  ),
  firstLast('the trust of a spoken couple', ({ a, b }) =>
    inEitherOrder(
      text(`THE ${short(a).first} AND ${short(b).first} ${a.last} REVOCABLE TRUST`, short(a), withLast(short(b), a)),
      short(a),
      withLast(short(b), a),
    ),
  ),
  comma('the trust of an indexed couple', ({ a, b }) =>
    text(`${indexed(a)} & ${givenOf(withInitial(short(b)))} REVOCABLE LIVING TRUST`, a, withLast(short(b), a)),
  ),
  comma('a family trust, its trustees', ({ a, b }) =>
    text(`${a.last} FAMILY TRUST, ${short(a).first} & ${short(b).first} TRUSTEES`, short(a), withLast(short(b), a)),
  ),
  comma('trustee of the own family trust', ({ a }) => text(`${indexed(a)} TRUSTEE OF THE ${a.last} FAMILY TRUST`, a)),
  comma('trustee of another family’s trust', ({ a, b }) =>
    text(`${indexed(a)}, TRUSTEE OF THE ${toPlainLast(b).last} FAMILY TRUST`, a),
  ),
  comma('trustees of the trust of two families', ({ a, b }) =>
    text(`${indexed(a)} & ${indexed(b)} TRUSTEES OF THE ${a.last} ${b.last} FAMILY TRUST`, a, b),
  ),
  firstLast('spoken trustees of the trust of two families', ({ a, b }) =>
    text(`${spoken(a)} AND ${spoken(b)}, TRUSTEES OF THE ${a.last} ${b.last} LIVING TRUST`, a, b),
  ),
  comma('the trust of two families and a trustee', ({ a, b }) =>
    text(`${a.last}-${b.last} TRUST & ${indexed(a)} TRUSTEE`, a),
  ),
  comma('trustee of the own trust', ({ a }) => text(`${indexed(a)} TRUSTEE OF THE ${spoken(a)} REVOCABLE TRUST`, a)),
  firstLast('spoken trustee of the own trust', ({ a }) =>
    text(`${spoken(a)}, TRUSTEE OF THE ${spoken(a)} LIVING TRUST`, a),
  ),
  comma('trustee of the trust of another', ({ a, b }) =>
    inEitherOrder(text(`${indexed(a)} TRUSTEE OF THE ${spoken(b)} REVOCABLE TRUST`, a, b), b),
  ),
  comma('a couple of trustees', ({ a, b }) =>
    text(
      `${indexed(a)} & ${givenOf(b)} CO-TRUSTEES OF THE ${a.last} REVOCABLE TRUST U/A/D 5/5/1999`,
      a,
      withLast(b, a),
    ),
  ),
]
