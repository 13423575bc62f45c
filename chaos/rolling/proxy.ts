import { readGuideConfig, replaceEach, startHaproxy, type Haproxy } from '../support/haproxy.ts'

/** The addresses in the guide's configuration, and the lines that this run cannot keep: it has no certificate. */
const documented = {
  redirect: 'frontend redirect\n    bind 10.0.0.10:80\n    http-request redirect scheme https code 308\n',
  secure: ' secure attr SameSite=Lax',
  bind: 'bind 10.0.0.10:443 ssl crt /etc/haproxy/alerts.example.gov.pem',
  servers: ['10.0.0.11:3000', '10.0.0.12:3000'],
}

/** The configuration that operators copy from docs/operations.md, with ports of this machine. */
export function createProxyConfig(port: number, serverPorts: [number, number]): string {
  return replaceEach(readGuideConfig('http'), {
    [documented.redirect]: '',
    [documented.secure]: '',
    [documented.bind]: `bind 127.0.0.1:${port}`,
    ...Object.fromEntries(documented.servers.map((address, place) => [address, `127.0.0.1:${serverPorts[place]}`])),
  })
}

/** HAProxy in front of two servers, as the operations guide sets it up. */
export const startProxy = (port: number, serverPorts: [number, number]): Promise<Haproxy> =>
  startHaproxy(createProxyConfig(port, serverPorts))
