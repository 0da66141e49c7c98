import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Marks the fuses in Electron’s binary. https://github.com/electron/fuses */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const fuseVersion = 1

/**
 * Creates a folder that electron-builder accepts as Electron. It contains every file that electron-builder touches, but
 * nothing that runs.
 */
export function pretendElectron(fuses: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-pretend-electron-'))
  const wire = Buffer.from([fuseVersion, fuses, ...Array<number>(fuses).fill(0x30)])
  const binary = Buffer.concat([Buffer.from(`before ${sentinel}`), wire, Buffer.from(' after')])
  writeFileSync(join(folder, 'electron'), binary, { mode: 0o755 })
  writeFileSync(join(folder, 'chrome-sandbox'), '', { mode: 0o755 })
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version'])
    writeFileSync(join(folder, name), name)
  mkdirSync(join(folder, 'resources'))
  writeFileSync(join(folder, 'resources/default_app.asar'), '')
  mkdirSync(join(folder, 'locales'))
  for (const language of ['de', 'en-US', 'fr'])
    writeFileSync(join(folder, 'locales', `${language}.pak`), '')
  return folder
}
