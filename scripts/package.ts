// npm run package: builds installers for this system; with `-- --dir`, only the app folder. `--list` prints each file
// in the app.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findCommand } from './lib/chromium.ts'
import { unpackedElectron } from './lib/electron-binary.ts'
import { mismatchedFuses } from './lib/fuses.ts'
import { project } from './lib/package/config.ts'
import { listContents, summarizeContents } from './lib/package/contents.ts'
import { missingRequirements } from './lib/package/missing.ts'

const { dir, list } = parseArgs({
  options: {
    dir: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
}).values
const electron = unpackedElectron()
const environment = process.env

const missing = missingRequirements({
  dir,
  platform: process.platform,
  environment,
  electron: electron?.executable,
  findCommand,
})
if (missing.length > 0) {
  console.error(['Nothing was packaged.', ...missing].join('\n'))
  process.exit(1)
}

run('npm run build')
// Imported late because loading takes a second.
const { pack } = await import('./lib/package/pack.ts')
const packageFiles = await pack({
  dir,
  environment,
  ...(dir && { electronDist: electron!.folder }),
})

for (const file of packageFiles) console.log(file)
for (const folder of unpackedFolders()) {
  const program = readdirSync(folder).find((name) => /^latchkey(\.exe|\.app)?$/i.test(name))!
  const wrong = mismatchedFuses(join(folder, program))
  if (wrong.length > 0) throw new Error(`${folder} has wrong fuses: ${wrong.join(', ')}.`)
  const files = listContents(folder)
  console.log(`${folder}\n  ${summarizeContents(files).join('\n  ')}`)
  if (list) console.log(files.map(({ path, unpacked }) => path + (unpacked ? ' *' : '')).join('\n'))
}

function unpackedFolders(): string[] {
  const output = join(project, 'dist')
  return readdirSync(output)
    .filter((name) => name.endsWith('unpacked') || /^mac(-|$)/.test(name))
    .map((name) => join(output, name))
}

function run(command: string): void {
  const { status } = spawnSync(command, { cwd: project, stdio: 'inherit', shell: true })
  if (status !== 0) process.exit(status ?? 1)
}
