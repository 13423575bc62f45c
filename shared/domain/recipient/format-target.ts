import type { Channel } from '#shared/contract/alert.ts'
import { formatPhone } from '../phone.ts'

const formats: Record<Channel, (target: string) => string> = { EMAIL: (address) => address, PHONE: formatPhone }

/** A recipient as people read it: an address unchanged, a number as '(612) 555-0142'. */
export const formatTarget = (channel: Channel, target: string): string => formats[channel](target)
