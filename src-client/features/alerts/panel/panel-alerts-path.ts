import { panelPath } from '#client/lib/navigation.ts'

export const panelAlertsPath = `${panelPath}/alerts`
