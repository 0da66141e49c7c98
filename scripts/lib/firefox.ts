import { existsSync } from 'node:fs'
import { findCommand } from './chromium.ts'

const applications = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

/** Finds the Firefox from LATCHKEY_FIREFOX, or the system’s. */
export function findFirefox(): string | undefined {
  const path = process.env.LATCHKEY_FIREFOX
  if (path && existsSync(path)) return path
  return findCommand('firefox-esr', 'firefox') ?? applications.find(existsSync)
}
