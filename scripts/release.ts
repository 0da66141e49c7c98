// npm run release -- FOLDER: turns a folder with the packages of all systems into a release that users can verify. Adds
// the SBOM of the built app and winget’s manifests, signs the updates for Linux, and writes a signed SHA256SUMS. `-- --dry-run` checks
// everything that doesn’t depend on packages, and lists what the release is missing.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Licence } from './lib/licences/collect.ts'
import { project } from './lib/package/config.ts'
import { rehearseRelease, releaseVersion } from './lib/release/dry-run.ts'
import { releaseKey } from './lib/release/key.ts'
import { createSbom } from './lib/release/sbom.ts'
import { signUpdates, writeSums } from './lib/release/sign.ts'
import { downloadFolder, writeWingetManifests } from './lib/release/winget.ts'

const {
  values: { 'dry-run': isDryRun },
  positionals: [folder],
} = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
})
if (isDryRun) {
  console.log((await rehearseRelease(process.env)).join('\n'))
  process.exit()
}
if (!folder) throw new Error('Usage: npm run release -- FOLDER, or npm run release -- --dry-run')
const packageVersion = releaseVersion(project, process.env)

const key = releaseKey(process.env)
const licences = readFileSync(join(project, 'out/renderer/licences.json'), 'utf8')
const sbom = createSbom(project, JSON.parse(licences) as Licence[])
const { name, version } = sbom.metadata.component
writeFileSync(join(folder, `${name}-${version}-sbom.cdx.json`), JSON.stringify(sbom, undefined, 2))
describeForWinget(folder)
if (key) signUpdates(folder, key)
await writeSums(folder, key)
console.log(
  key ? 'The release is signed.' : 'The release is not signed: LATCHKEY_RELEASE_KEY is not set.',
)

function describeForWinget(packages: string): void {
  const downloads = downloadFolder(packageVersion, process.env)
  if (downloads === undefined) return
  const text = readFileSync(join(project, 'package.json'), 'utf8')
  const { author, license, description } = JSON.parse(text) as Record<string, string>
  writeWingetManifests(packages, {
    version: packageVersion,
    downloads,
    publisher: author!,
    license: license!,
    description: description!,
  })
}
