export interface Import {
  from: string
  to: string
}

/**
 * Cycles between areas. Inside each folder, a subfolder with all it contains is one area, and the files directly in the
 * folder are another, named '.'. So siblings, parents and children are compared, however deep the files lie.
 * @returns one line for each cycle, with an import for each arrow of it
 */
export function findAreaCycles(imports: Import[]): string[] {
  const folders = new Map<string, Map<string, Map<string, Import>>>()
  for (const one of imports) {
    const { folder, from, to } = placeImport(one)
    if (from === to) continue
    const areas = getOrAdd(folders, folder, () => new Map<string, Map<string, Import>>())
    getOrAdd(areas, from, () => new Map<string, Import>()).set(to, one)
  }
  return [...folders].flatMap(([folder, areas]) => describeCycles(folder, areas)).toSorted()
}

/** The deepest folder that has both files, and the area of each in it. */
function placeImport({ from, to }: Import): { folder: string; from: string; to: string } {
  const [a, b] = [from.split('/').slice(0, -1), to.split('/').slice(0, -1)]
  let depth = 0
  while (depth < a.length && a[depth] === b[depth]) depth++
  return { folder: a.slice(0, depth).join('/') || '.', from: a[depth] ?? '.', to: b[depth] ?? '.' }
}

type Areas = Map<string, Map<string, Import>>

function describeCycles(folder: string, areas: Areas): string[] {
  const reached = new Map([...areas.keys()].map((area) => [area, reach(areas, area)]))
  const seen = new Set<string>()
  const cycles: string[] = []
  for (const [area, others] of reached) {
    if (seen.has(area) || !others.has(area)) continue
    const knot = [...others].filter((other) => reached.get(other)?.has(area)).toSorted()
    for (const other of knot) seen.add(other)
    const arrows = knot.flatMap((other) => [...areas.get(other)!].filter(([to]) => knot.includes(to)))
    const examples = arrows.map(([, { from, to }]) => `\n  ${from} imports ${to}`)
    cycles.push(`${folder}: ${knot.join(', ')} import each other${examples.join('')}`)
  }
  return cycles
}

/** Every area that one reaches by at least one import. */
function reach(areas: Areas, start: string): Set<string> {
  const found = new Set<string>()
  const waiting = [start]
  for (let area = waiting.pop(); area !== undefined; area = waiting.pop())
    for (const to of areas.get(area)?.keys() ?? [])
      if (!found.has(to)) {
        found.add(to)
        waiting.push(to)
      }
  return found
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}
