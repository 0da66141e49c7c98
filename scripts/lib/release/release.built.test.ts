import { spawnSync } from 'node:child_process'
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { isSignedUpdate } from '../../../src/core/features/updates/signed-update.ts'
import { project } from '../package/config.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const spki = publicKey.export({ type: 'spki', format: 'der' })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-released-'))
  writeFileSync(join(folder, 'Latchkey.AppImage'), 'a package')
  const files = [{ url: 'Latchkey.AppImage', sha512: 'q+w=' }]
  writeFileSync(join(folder, 'latest-linux.yml'), stringify({ version: '1.1.0', files }))
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = (name: string) => readFileSync(join(folder, name))

function release(keys: Record<string, string>) {
  return spawnSync(process.execPath, [join(project, 'scripts/release.ts'), folder], {
    encoding: 'utf8',
    env: { ...process.env, ...keys },
  })
}

describe('npm run release', () => {
  it('adds the SBOM, and signs updates and checksums', () => {
    const { status, stdout, stderr } = release({
      LATCHKEY_RELEASE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      LATCHKEY_UPDATE_KEY: spki.toString('base64'),
    })
    expect(status, stderr).toBe(0)
    expect(stdout).toBe('The release is signed.\n')
    const sbom = readdirSync(folder).find((name) => /^Latchkey-.*-sbom\.cdx\.json$/.test(name))!
    expect(JSON.parse(String(read(sbom)))).toMatchObject({ bomFormat: 'CycloneDX' })
    const update: unknown = parse(String(read('latest-linux.yml')))
    expect(isSignedUpdate(update, spki.toString('base64'))).toBe(true)
    const hashed = [sbom, 'Latchkey.AppImage', 'latest-linux.yml'].sort().map((name) => {
      const hash = createHash('sha256').update(read(name)).digest('hex')
      return `${hash}  ${name}\n`
    })
    expect(String(read('SHA256SUMS'))).toBe(hashed.join(''))
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    expect(verify(null, read('SHA256SUMS'), key, read('SHA256SUMS.sig'))).toBe(true)
  })

  it('does a dry run without packages, and lists what is missing', () => {
    const script = join(project, 'scripts/release.ts')
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--dry-run'], {
      encoding: 'utf8',
      env: { ...process.env, LATCHKEY_RELEASE_KEY: '', LATCHKEY_UPDATE_KEY: '' },
    })
    expect(status, stderr).toBe(0)
    expect(stdout).toMatch(
      /^Version \S+: package\.json, package-lock\.json, and CHANGELOG\.md agree\.$/m,
    )
    expect(stdout).toMatch(/^SBOM: \d+ packages, \d+ of them in the app\.$/m)
    expect(stdout).toMatch(/^Checksums: [0-9a-f]{64} {2}Latchkey-\S+-sbom\.cdx\.json$/m)
    expect(stdout).toContain('- LATCHKEY_RELEASE_KEY is not set')
  })

  it('reports an unsigned release', () => {
    const { status, stdout } = release({ LATCHKEY_RELEASE_KEY: '', LATCHKEY_UPDATE_KEY: '' })
    expect(status).toBe(0)
    expect(stdout).toContain('The release is not signed')
    expect(readdirSync(folder)).not.toContain('SHA256SUMS.sig')
  })
})
