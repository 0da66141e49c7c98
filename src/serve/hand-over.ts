import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ignoreErrors } from '../core/platform/ignore-errors.ts'
import { t } from '../core/platform/messages.ts'
import type { BrowserHost } from './server.ts'

/** Lifetime (ms) of the key in the file; a browser takes some seconds to start. */
const keyLifetimeMs = 30_000
/** How long (ms) to wait before the terminal explains how to open the page without the file. */
const maxWaitMs = 5_000

interface HandOver {
  host: Pick<BrowserHost, 'oneTimeUrl'>
  /** Folder of the file, accessible only to its owner. */
  folder: string
  /** Opens a file in the system's browser. */
  open(path: string): Promise<unknown>
  patienceMs?: number
}

/**
 * Opens the page in the system's browser and returns whether it used its key in time. All users of this computer
 * can read a browser's command line, so it only contains the path of a file that redirects to the URL with the key
 * and that only its owner can read. Browsers installed with snap or flatpak may be unable to read such a file.
 */
export async function handOver({
  host,
  folder,
  open,
  patienceMs: patience = maxWaitMs,
}: HandOver): Promise<boolean> {
  const { url, used, revoke } = host.oneTimeUrl(keyLifetimeMs)
  const file = join(folder, 'open-latchkey.html')
  // The file is removed whether the key is used, revoked, or expires.
  void used.then(() => remove(file))
  try {
    // guard: hand-over-left-behind
    remove(file)
    // `wx` doesn't follow links placed there by another program.
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

/** Works without scripts, because some browsers don't run them in local files. */
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

/** Errors are harmless: the key no longer works, and the next start rewrites the file. */
function remove(file: string): void {
  ignoreErrors(() => rmSync(file, { force: true }))
}
