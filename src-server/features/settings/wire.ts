import { type Settings, type SettingsKey, settingsGroups } from '#shared/settings/groups.ts'
import { padLoginLinks } from './login-links.ts'

type Value = Record<string, unknown>

/** Fields of the wire that are not stored: shown, and ignored in a save. */
const derivedFields: Partial<Record<SettingsKey, (value: Value, settings: Settings) => Value>> = {
  // The value is stored in loginPageSlides; read-only here.
  homeSelections: (_value, { loginPageSlides }) => ({ numberOfSlides: loginPageSlides.numberOfSlides }),
  // Mirrors automaticPurge.
  auditLogPurgeSchedule: (value) => ({ status: value.automaticPurge }),
}
const ignored: Partial<Record<SettingsKey, readonly string[]>> = {
  homeSelections: ['numberOfSlides'],
  auditLogPurgeSchedule: ['status'],
}

/** A group as its GET returns it; the login page's links always in twelve rows. */
export function toWire(key: SettingsKey, value: Value, settings: Settings): Value {
  const { loginPageLinks } = settings
  const own = key === 'loginPageLinks' ? { paragraphs: padLoginLinks(loginPageLinks.paragraphs) } : value
  return { ...own, ...derivedFields[key]?.(value, settings) }
}

/** The part of a save to store, not yet checked. */
export function fromWire(key: SettingsKey, value: Value): Value {
  const status = key === 'auditLogPurgeSchedule' ? { automaticPurge: value.status } : {}
  const sent = Object.entries(value).filter(([name]) => !ignored[key]?.includes(name))
  return { ...(typeof status.automaticPurge === 'boolean' ? status : {}), ...Object.fromEntries(sent) }
}

/** The fields in which two values of a group differ. */
export function changedFields(key: SettingsKey, old: Value, now: Value): string[] {
  return Object.keys(settingsGroups[key].fields).filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  )
}
