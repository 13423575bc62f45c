import { formatCriteria } from '#shared/domain/alert/alert-types.ts'
import { makeNames } from './names.ts'
import { type GeneratedAlert, makePopulation } from './population.ts'
import { type Random, randomAt } from './random.ts'

/**
 * Everything that one invented resident has, without ids. Email addresses have a domain that cannot exist, phones are
 * fictional numbers.
 */
export type Resident = {
  username: string
  firstName: string
  lastName: string
  company: string
  city: string
  zip: string
  role: 'USER' | 'GUEST'
  status: 'A' | 'I' | 'P' | 'L'
  createdAt: Date
  emails: { address: string; verified: boolean }[]
  phones: { number: string; verified: boolean }[]
  alerts: ResidentAlert[]
}

export type ResidentAlert = Omit<GeneratedAlert, 'criteriaText'> & {
  criteriaText: string
  status: 'A' | 'I'
  createdAt: Date
  /** Notify by text too, if the resident has a phone. */
  byText: boolean
  /** A matching document that was notified by email, or none. */
  metAt: Date | null
}

/** The domain that identifies generated accounts. */
export const madeUpDomain = 'load.example'

const nicknames = ['My name', 'Our house', 'Home parcel', "Mom's place", "Dad's house", 'Family trust', 'The farm']
const cities = ['Alder Falls', 'Brackenmoor', 'Calder Bay', 'Dunmarrow', 'St. Aldwyn', 'North Alder']
const firms = ['Land Title', 'Realty', 'Abstract Co.', 'R. T. Surveying']
const areaCodes = [612, 651, 952, 763, 218, 320, 507]
const dayMs = 86_400_000

/**
 * A county's residents from a seed: the n-th (from 0) is always the same, so that an interrupted load can be continued.
 * There are about as many alerts as residents; a quarter have none.
 * @param until the day before which everything happened; times are counted back from it
 */
export function makeResidents(seed: number, until: Date): (n: number) => Resident {
  const names = makeNames(seed, 0)
  const { alertAt } = makePopulation({ seed, targets: 0 })
  const ago = (random: Random, days: number) => new Date(until.getTime() - Math.ceil(random.next() * days * dayMs))

  return (n) => {
    const random = randomAt(seed + 11, n)
    const [firstName, lastName] = [names.watchedGiven(random), names.surname(random)]
    const username = `${random.chance(0.8) ? firstName : firstName[0]}.${lastName}${n}`.toLowerCase()
    const domain = random.pick(['', 'home.', 'post.']) + madeUpDomain
    const createdAt = ago(random, 1000)
    const verified = random.chance(0.92)
    const emails = [{ address: `${username}@${domain}`, verified }]
    if (random.chance(0.05))
      emails.push({ address: `${lastName}${n}@work.${madeUpDomain}`, verified: random.chance(0.8) })
    // 555-0100 to 555-0199 are reserved for fiction.
    const number = `+1${random.pick(areaCodes)}55501${String(random.below(100)).padStart(2, '0')}`
    const phones = random.chance(0.3) ? [{ number, verified: random.chance(0.8) }] : []
    const alerts = Array.from({ length: alertCount(random) }, (_, place): ResidentAlert => {
      const { criteria, name } = alertAt(n * 3 + place)
      const status = random.chance(0.05) ? 'I' : 'A'
      return {
        criteria,
        name: random.chance(0.4) ? random.pick(nicknames) : name.slice(0, 60),
        criteriaText: formatCriteria(criteria),
        status,
        createdAt: ago(random, 900),
        byText: random.chance(0.7),
        metAt: verified && random.chance(0.5) ? ago(random, 360) : null,
      }
    })
    return {
      username,
      firstName,
      lastName,
      company: random.chance(0.1) ? `${lastName} ${random.pick(firms)}` : '',
      city: random.pick(cities),
      zip: String(55_000 + random.below(900)),
      role: random.chance(0.01) ? 'GUEST' : 'USER',
      status: userStatus(random),
      createdAt,
      emails,
      phones,
      alerts,
    }
  }
}

/** One on average. */
function alertCount(random: Random): number {
  const drawn = random.next()
  return drawn < 0.25 ? 0 : drawn < 0.8 ? 1 : drawn < 0.95 ? 2 : 3
}

function userStatus(random: Random): Resident['status'] {
  const drawn = random.next()
  return drawn < 0.85 ? 'A' : drawn < 0.95 ? 'I' : drawn < 0.99 ? 'P' : 'L'
}
