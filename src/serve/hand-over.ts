import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ignoreErrors } from '../core/platform/ignore-errors.ts'
import { t } from '../core/platform/messages.ts'
import type { BrowserHost } from './server.ts'

/** Milliseconds that the key in the file is valid; a browser that is not running yet needs some seconds to start. */
const keyLifetimeMs = 30_000
/** Milliseconds after which the terminal shows how to open the page without the file. */
const maxWaitMs = 5_000

interface HandOver {
  host: Pick<BrowserHost, 'oneTimeUrl'>
  /** Folder of the file, for its owner only. */
  folder: string
  /** Opens a file in the system's browser. */
  open(path: string): Promise<unknown>
  patienceMs?: number
}

/**
 * Opens the page in the system's browser; returns whether that used its key in time. The command line of a browser can be read by every
 * user of this computer, so it gets the path of a file that only the owner can read, and the file leads to the address with the key. Browsers
 * that were installed with snap or flatpak may not read such a file.
 */
export async function handOver({
  host,
  folder,
  open,
  patienceMs: patience = maxWaitMs,
}: HandOver): Promise<boolean> {
  const { url, used, revoke } = host.oneTimeUrl(keyLifetimeMs)
  const file = join(folder, 'open-latchkey.html')
  // The file is removed, however its key ends.
  void used.then(() => remove(file))
  try {
    // guard: hand-over-left-behind
    remove(file)
    // `wx` follows no link that another program put there.
    // guard: hand-over-file
    writeFileSync(file, redirectPage(url), { mode: 0o600, flag: 'wx' })
    // guard: hand-over
    await open(file)
  } catch {
    revoke()
    return false
  }
  return Promise.race([used, delay(patience, false, { ref: false })])
}

/** Without a script, so that it works in browsers that run none of a file. */
function redirectPage(url: string): string {
  return [
    '<!doctype html>',
    '<meta charset="utf-8">',
    '<meta name="referrer" content="no-referrer">',
    `<meta http-equiv="refresh" content="0; url=${url}">`,
    `<title>${t('app.name')}</title>`,
    `<p><a href="${url}">${t('desktop.open')}</a></p>`,
    '',
  ].join('\n')
}

/** If it can't be removed: its key no longer works, and the next start writes the file anew. */
function remove(file: string): void {
  ignoreErrors(() => rmSync(file, { force: true }))
}
