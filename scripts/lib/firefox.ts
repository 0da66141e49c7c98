import { existsSync } from 'node:fs'
import { findCommand } from './chromium.ts'

const applications = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

/** The system’s Firefox, or the one from LATCHKEY_FIREFOX. */
export function findFirefox(): string | undefined {
  const path = process.env.LATCHKEY_FIREFOX
  if (path && existsSync(path)) return path
  return findCommand('firefox-esr', 'firefox') ?? applications.find(existsSync)
}
