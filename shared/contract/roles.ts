export const roles = ['FOREVER', 'TRIMIN', 'COUNTY', 'USER', 'GUEST'] as const
export type Role = (typeof roles)[number]

export const userStatuses = { A: 'Active', I: 'Inactive', P: 'Pending', L: 'Locked out' } as const
export type UserStatus = keyof typeof userStatuses

export type Rights = { controlPanel: boolean; technical: boolean; ownProfile: boolean }

/** The rights of each role. The server enforces them on every call; the client hides the rest. */
export const rights: Record<Role, Rights & { manages: readonly Role[] }> = {
  FOREVER: { manages: roles, controlPanel: true, technical: true, ownProfile: true },
  TRIMIN: { manages: ['TRIMIN', 'COUNTY', 'USER', 'GUEST'], controlPanel: true, technical: true, ownProfile: true },
  COUNTY: { manages: ['COUNTY', 'USER', 'GUEST'], controlPanel: true, technical: false, ownProfile: true },
  USER: { manages: [], controlPanel: false, technical: false, ownProfile: true },
  GUEST: { manages: [], controlPanel: false, technical: false, ownProfile: false },
}

/** The tabs of the top navigation, as the wire names them. */
export const tabList = (role: Role): string[] =>
  rights[role].controlPanel ? ['userView', 'controlPanel'] : ['userView']
