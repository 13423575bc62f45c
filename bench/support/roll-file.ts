import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { makeNames } from '#scripts/made-up/names.ts'
import { makeProperties } from '#scripts/made-up/properties.ts'
import { randomAt } from '#scripts/made-up/random.ts'
import { rollHeaderLine, writeRollLine } from '#scripts/made-up/roll-csv.ts'

const seed = 16
const linesPerPiece = 1000

/** Writes a county's roll of made-up parcels and owners, with all of its columns, as CSV. Returns its bytes. */
export async function writeRollFile(file: string, parcels: number): Promise<number> {
  const { propertyAt } = makeProperties(seed)
  const names = makeNames(seed, 10)
  const writeParcel = (index: number) => {
    const property = propertyAt(index)
    const random = randomAt(seed + 2, index)
    return writeRollLine({
      ...property,
      ownerName: `${names.surname(random)}, ${names.recordedGiven(random)}`.toUpperCase(),
      mailAddress: property.address,
      mailCity: property.city,
      mailState: 'MN',
      mailZip: property.zip,
    })
  }
  function* pieces() {
    yield rollHeaderLine
    for (let first = 0; first < parcels; first += linesPerPiece)
      yield Array.from({ length: Math.min(linesPerPiece, parcels - first) }, (_, n) => writeParcel(first + n)).join('')
  }
  await pipeline(pieces, fs.createWriteStream(file))
  return fs.statSync(file).size
}
