/** Words that belong to the surname after them: VAN BUREN is one surname. */
export const particles: ReadonlySet<string> = new Set(
  'VAN VON DER DEN DE DEL DELA DELOS DELLA DI DA DOS DU LA LE LOS SAN ST SAINT MC MAC O AL EL'.split(' '),
)

/** Particles that are also surnames, so they are read both ways unless a comma settles it. */
export const surnameParticles: ReadonlySet<string> = new Set('VAN DU LA LE DI SAN O MAC'.split(' '))

/** Particles that also follow the given names, as in 'BREEMEN, BRIAN K VAN'. */
export const trailingParticles: ReadonlySet<string> = new Set(
  'VAN VON DER DEN DE DEL DELLA DI DA DOS DU LA LE LOS AL EL'.split(' '),
)

/** Words that say whose son, daughter or servant someone is. Many people share them, so they do not identify anyone. */
export const patronymicWords: ReadonlySet<string> = new Set(
  'BEN BIN IBN BINT BINTI ABD ABDUL ABDEL ABU MOHAMMAD MOHAMMED MUHAMMAD MOHAMED MOHD MUHD MD'.split(' '),
)
