import type { Role } from '#shared/contract/roles.ts'
import { makeCounty, makeOwner, nobody, type RecordsWorld, type Target } from '../../access/records.ts'
import { type Relation, toRole } from '../../access/relations.ts'
import type { Caller } from './call.ts'
import type { Door } from './doors.ts'

/** The records that calls are about, and whose they are. */
export type Records = RecordsWorld & { rolesByMark: Map<string, Role> }

/** A caller with records of its own, and others that it may or may not reach. */
export type People = { self: Target; managed: Target; unmanaged: Target; county: Target }

const asRole = (caller: Caller): Role | null => (caller === 'anonymous' || caller === 'feed' ? null : caller)

export async function makePerson(records: Records, role: Role): Promise<Target> {
  const target = await makeOwner(records, role)
  records.rolesByMark.set(target.mark, role)
  return target
}

/** Reads again whose each mark is: a call may have given a user another role. */
export async function refreshRoles({ server, rolesByMark }: Records): Promise<void> {
  const users = await server.deps.db.selectFrom('user').select(['username', 'role']).execute()
  for (const { username, role } of users) {
    const [mark = ''] = username.split('.', 1)
    if (rolesByMark.has(mark)) rolesByMark.set(mark, role)
  }
}

export async function makePeople(records: Records, caller: Caller): Promise<People> {
  const role = asRole(caller)
  const make = (relation: Relation) => makePerson(records, toRole(relation, role))
  const [managed, unmanaged, county] = [await make('managed'), await make('unmanaged'), await makeCounty(records)]
  return { self: role ? await make('self') : nobody, managed, unmanaged, county }
}

/** The lasting record of this relation. */
export function findTarget(people: People, relation: Relation): Target {
  if (relation === 'present') return people.county
  if (relation === 'managed' || relation === 'unmanaged') return people[relation]
  return relation === 'own' || relation === 'self' ? people.self : nobody
}

/** A record for one call, which may change or delete it. */
export function makeDisposable(records: Records, door: Door, relation: Relation, caller: Caller): Promise<Target> {
  // The county's, unless a ticket assigns it to someone.
  if (relation === 'present' && !door.procedure.startsWith('auth.')) return makeCounty(records)
  return makePerson(records, toRole(relation, asRole(caller)))
}
