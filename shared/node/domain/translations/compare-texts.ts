/** The texts of a catalog by key, such as 'login.title'. A value that is neither a text nor a group becomes ''. */
export function textsByKey(group: unknown, place = ''): Map<string, string> {
  if (typeof group !== 'object' || group === null) return new Map([[place, typeof group === 'string' ? group : '']])
  const inside = Object.entries(group).map(([key, value]) => textsByKey(value, place ? `${place}.${key}` : key))
  return new Map(inside.flatMap((texts) => [...texts]))
}

/** A value in a text, such as the name in 'Hello, {{name}}'. Screens and messages share this syntax. */
export const valuePattern = /\{\{(\w+)\}\}/g

/** The values and tags of a text, which every translation must contain, in any order. */
const fixed = (text: string) =>
  [...(text.match(valuePattern) ?? []), ...(text.match(/<\/?\w+>/g) ?? [])].toSorted().join(' ')

/** The forms of a counted text: a language may have more of them than English (Unicode CLDR). */
const form = /_(zero|one|two|few|many|other)$/

/** Finds the faults of a translation, one line each, and counts the texts it lacks. */
export function compareTexts(english: Map<string, string>, own: Map<string, string>) {
  const faults: string[] = []
  for (const [key, text] of own) {
    const model = english.get(key) ?? (form.test(key) ? english.get(key.replace(form, '_other')) : undefined)
    if (model === undefined) faults.push(`${key}: this text does not exist`)
    else if (text === '') faults.push(`${key}: it is empty or not a text`)
    else if (fixed(text) !== fixed(model) && !mayLeaveOutCount(key, text, model))
      faults.push(`${key}: it must contain ${fixed(model) || 'no value or tag'}`)
  }
  return { faults, missing: [...english.keys()].filter((key) => !own.has(key)).length }
}

/** 'One alert' needs no {{count}} even if the English text has it, and vice versa. */
const mayLeaveOutCount = (key: string, text: string, model: string) =>
  form.test(key) && fixed(text.replaceAll('{{count}}', '')) === fixed(model.replaceAll('{{count}}', ''))
