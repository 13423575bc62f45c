/** See settings-file.mjs, which also runs on the Node that only starts ours. */
export function readSettingsFile(file: string): Record<string, string>
export function parseSettings(text: string): Record<string, string>
