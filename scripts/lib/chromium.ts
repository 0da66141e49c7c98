import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Chromium’s headless shell, which starts 20% faster. */
const shell = 'chromium-headless-shell'
const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Finds a Chromium for tests: from LATCHKEY_CHROMIUM, from Playwright, or the system’s. */
export function findChromium(): string | undefined {
  return chromiumFromEnvironment() ?? playwrightChromium() ?? findCommand(shell) ?? installed()
}

/** Finds a Chromium that also supports notifications and the clipboard, as on a desktop. */
export function findWholeChromium(): string | undefined {
  return chromiumFromEnvironment() ?? playwrightChromium() ?? installed()
}

function chromiumFromEnvironment(): string | undefined {
  const path = process.env.LATCHKEY_CHROMIUM
  return path && existsSync(path) ? path : undefined
}

function installed(): string | undefined {
  return findCommand(...commands) ?? applications.find(existsSync)
}

/** The first of these commands on the PATH. */
export function findCommand(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : ['']
  return names
    .flatMap((name) => folders.flatMap((folder) => endings.map((end) => join(folder, name + end))))
    .find(existsSync)
}

/** Loads Playwright only if it has installed a browser, because loading it takes longer than everything else here. */
function playwrightChromium(): string | undefined {
  if (!browserFolders().some(existsSync)) return undefined
  const require = createRequire(import.meta.url)
  const { chromium } = require('@playwright/test') as typeof import('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

function browserFolders(): string[] {
  const chromiumFromEnvironment = process.env.PLAYWRIGHT_BROWSERS_PATH
  if (chromiumFromEnvironment && chromiumFromEnvironment !== '0') return [chromiumFromEnvironment]
  return [
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
    join(homedir(), 'AppData/Local/ms-playwright'),
  ]
}
