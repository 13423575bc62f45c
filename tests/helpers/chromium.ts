import fs from 'node:fs'

const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The browser for the browser tests: CHROMIUM_PATH, or a usual location; undefined if there is none. */
export const chromiumPath = (): string | undefined =>
  [process.env.CHROMIUM_PATH, ...usualPaths].find((file) => file && fs.existsSync(file))
