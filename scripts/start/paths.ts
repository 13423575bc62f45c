import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')
/** Everything a demo keeps: its database, secret, logins and logs. Removing it begins anew. */
export const dataFolder = path.join(root, '.data')
export const postgresFolder = path.join(dataFolder, 'postgres')
