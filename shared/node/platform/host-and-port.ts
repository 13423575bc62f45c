import ipaddr from 'ipaddr.js'

const usualPort = 5432

/** The address of a PostgreSQL server. */
export type HostAndPort = { host: string; port: number }

/** Reads 'host', 'host:port', '10.0.0.5' or '[2001:db8::5]:5433'; undefined for anything else. */
export function parseHostAndPort(text: string): HostAndPort | undefined {
  const parts = /^(?:\[([\da-f:.]+)\]|([a-z\d](?:[a-z\d.-]*[a-z\d])?)\.?)(?::(\d{1,5}))?$/i.exec(text.trim())
  const host = (parts?.[1] ?? parts?.[2])?.toLowerCase()
  const port = Number(parts?.[3] ?? usualPort)
  return host && port > 0 && port < 65_536 ? { host, port } : undefined
}

/** The host in the form for URLs: IPv6 in brackets. */
export const toUrlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** The demo's own name: passkeys, and some password managers, accept no site whose host is a number. */
export const toDemoHost = (host: string): string => (host === '127.0.0.1' ? 'localhost' : toUrlHost(host))

/** Whether only this machine can reach it: 'localhost' and names below it, 127.0.0.0/8, ::1 with brackets or without. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return ipaddr.isValid(name) ? ipaddr.parse(name).range() === 'loopback' : /^(?:.+\.)?localhost$/.test(name)
}
