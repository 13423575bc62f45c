import {
  comma,
  firstLast,
  indexed,
  inEitherOrder,
  short,
  spoken,
  text,
  type TextPattern,
  toPair,
  toPlainLast,
  withInitial,
  withLast,
} from './text-pattern.ts'

/** Estates, beneficiaries, wards, other names of one person, and people who are no party. */
export const capacityPatterns: readonly TextPattern[] = [
  firstLast('a spoken estate', ({ a, random }) =>
    inEitherOrder(
      text(`${random.pick(['ESTATE OF', 'THE ESTATE OF', 'HEIRS OF', 'HEIRS AND DEVISEES OF'])} ${spoken(a)}`, a),
      a,
    ),
  ),
  comma('an indexed estate', ({ a, random }) =>
    text(
      random.pick([
        `${indexed(a)} ESTATE OF`,
        `${indexed(a)} EST`,
        `HEIRS OF ${indexed(a)}`,
        `ESTATE OF ${indexed(a)}`,
      ]),
      a,
    ),
  ),
  comma('deceased, by a representative', ({ a, b }) =>
    text(`${indexed(a)}, DECEASED, BY ${indexed(b)}, PERSONAL REPRESENTATIVE`, a, b),
  ),
  firstLast('spoken, deceased, by a representative', ({ a, b }) =>
    text(`${spoken(a)}, DECEASED, BY ${spoken(b)}, PERSONAL REPRESENTATIVE`, a, b),
  ),
  comma('transfer on death', ({ a, b, random }) =>
    text(`${indexed(a)} ${random.pick(['TOD', 'T/O/D', 'TRANSFER ON DEATH TO'])} ${indexed(b)}`, a, b),
  ),
  firstLast('spoken transfer on death', ({ a, b, random }) =>
    text(`${spoken(a)} ${random.pick(['TOD', 'T/O/D', 'TRANSFER ON DEATH TO'])} ${spoken(b)}`, a, b),
  ),
  comma('a guardian', ({ a, b, random }) =>
    text(
      `${indexed(a)} ${random.pick(['GUARDIAN OF', 'AS GUARDIAN OF', 'CONSERVATOR OF', 'CUSTODIAN FOR'])} ${random.pick([spoken, indexed])(b)}`,
      a,
      b,
    ),
  ),
  comma('for the benefit of', ({ a, b, random }) =>
    text(`${indexed(a)} ${random.pick(['FBO', 'CFBO', 'FOR THE BENEFIT OF', 'FOR BENEFIT OF'])} ${spoken(b)}`, a, b),
  ),
  comma('a company for the benefit of', ({ a, random }) =>
    text(
      `HARBOR LEDGER TRUST CO ${random.pick(['FBO', 'CUSTODIAN FBO', 'CFBO'])} ${spoken(a)}${random.pick(['', ' IRA'])}`,
      a,
    ),
  ),
  comma('another first name', ({ a, b, random }) =>
    text(
      `${indexed(a)} ${random.pick(['AKA', 'A/K/A', 'NKA'])} ${a.last}, ${short(b).first}`,
      a,
      withLast(short(b), a),
    ),
  ),
  comma('another last name', ({ a, b, random }) =>
    text(`${indexed(a)} ${random.pick(['AKA', 'A/K/A', 'FKA', 'F/K/A'])} ${b.last}, ${a.first}`, a, withLast(a, b)),
  ),
  comma('a former last name', ({ a, b, random }) =>
    text(`${a.last}, ${a.first} ${random.pick(['FKA', 'F/K/A', 'NKA'])} ${a.first} ${b.last}`, a, withLast(a, b)),
  ),
  comma('born', ({ a, b, random }) => {
    const before = withLast(a, toPlainLast(b))
    return text(`${a.last}, ${a.first} NEE${random.pick([' ', '-'])}${before.last}`, a, before)
  }),
  comma('care of', ({ a, b, random }) => ({
    ...text(`${indexed(a)} ${random.pick(['C/O', '%', 'ATTN', 'CARE OF'])} ${spoken(withInitial(b))}`, a),
    absent: [toPair(b)],
  })),
]
