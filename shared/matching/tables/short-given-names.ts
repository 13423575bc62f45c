/**
 * Given names as clerks abbreviate them, with the names that they are short for. Nicknames are not among them: WM is
 * William, but BILL is another name.
 */
const fullForms = `
ABRM ABRAHAM
ALBT ALBERT
ALEXR ALEXANDER
ALFD ALFRED
ANDW ANDREW
ANTHY ANTHONY
ARCHD ARCHIBALD
BARTHW BARTHOLOMEW
BENJ BENJAMIN
BENJN BENJAMIN
CATH CATHERINE CATHARINE
CATHE CATHERINE CATHARINE
CHAS CHARLES
CHRISTR CHRISTOPHER
DANL DANIEL
DAVD DAVID
EDM EDMUND
EDMD EDMUND
EDW EDWARD
EDWD EDWARD
ELIZ ELIZABETH ELISABETH
ELIZTH ELIZABETH ELISABETH
EZEK EZEKIEL
FRANCS FRANCIS
FREDC FREDERIC FREDERICK
FREDK FREDERICK FREDERIC FREDRICK
GEO GEORGE
HERBT HERBERT
IGN IGNACIO IGNATIUS
JAS JAMES
JNO JOHN
JONA JONATHAN
JOS JOSEPH
KATH KATHERINE KATHARINE KATHLEEN
LAWR LAWRENCE
LEOND LEONARD
MARGT MARGARET
MATTW MATTHEW
MICHL MICHAEL
NATHL NATHANIEL
NICHS NICHOLAS
PATK PATRICK
RAYMD RAYMOND
RICHD RICHARD
ROBT ROBERT
SAML SAMUEL
STEPHN STEPHEN
THEOD THEODORE
THO THOMAS
THOS THOMAS
TIMY TIMOTHY
VINCT VINCENT
WILLM WILLIAM
WLM WILLIAM
WM WILLIAM
`

const none: readonly string[] = []
const byShortForm: ReadonlyMap<string, readonly string[]> = new Map(
  fullForms
    .trim()
    .split('\n')
    .map((line): [string, string[]] => {
      const [short = '', ...full] = line.split(' ')
      return [short, full]
    }),
)

/** The full names of an abbreviated given name (normalized): 'WM' → WILLIAM. Empty for any other word. */
export const fullGivenNames = (word: string): readonly string[] => byShortForm.get(word) ?? none

export const isShortGivenName = (word: string): boolean => byShortForm.has(word)

/** Every short form of the table. */
export const shortGivenNames: readonly string[] = [...byShortForm.keys()]
