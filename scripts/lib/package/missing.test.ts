import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { project } from './config.ts'
import { type Plan, missingRequirements } from './missing.ts'

const ready: Plan = {
  dir: false,
  platform: 'linux',
  environment: { LATCHKEY_HOMEPAGE: 'https://latchkey.example' },
  electron: '/opt/electron/electron',
  findCommand: (name) => `/usr/bin/${name}`,
}

describe('missingRequirements', () => {
  it('returns an empty list if all requirements are met', () =>
    expect(missingRequirements(ready)).toEqual([]))

  it('always requires Electron', () => {
    for (const dir of [true, false])
      expect(missingRequirements({ ...ready, dir, electron: undefined })).toEqual([
        expect.stringContaining('npx install-electron'),
      ])
  })

  it('requires rpmbuild and a homepage for Linux packages', () => {
    const incomplete = { ...ready, environment: {}, findCommand: () => undefined }
    expect(missingRequirements(incomplete)).toEqual([
      expect.stringContaining('apt install rpm'),
      expect.stringContaining('LATCHKEY_HOMEPAGE'),
    ])
    expect(missingRequirements({ ...incomplete, dir: true })).toEqual([])
    expect(missingRequirements({ ...incomplete, platform: 'darwin' })).toEqual([])
  })

  it('requires a certificate if the package must be signed', () => {
    const required = { ...ready, environment: { LATCHKEY_SIGN: 'required' }, dir: true }
    for (const platform of ['darwin', 'win32'] as const)
      expect(missingRequirements({ ...required, platform })[0]).toContain('CSC_LINK')
    expect(missingRequirements(required)).toEqual([])
    const environment = { ...required.environment, CSC_LINK: 'certificate.p12' }
    expect(missingRequirements({ ...required, platform: 'win32', environment })).toEqual([])
  })

  it('requires notarization if a package for macOS must be signed', () => {
    const signed = { LATCHKEY_SIGN: 'required', CSC_LINK: 'certificate.p12' }
    const missing = (environment: Record<string, string>) =>
      missingRequirements({
        ...ready,
        platform: 'darwin',
        environment: { ...signed, ...environment },
      })
    const [id, key] = [
      ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
      ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
    ].map((names) => Object.fromEntries(names.map((name) => [name, 'x'])))
    expect(missing({})).toEqual([expect.stringContaining('APPLE_TEAM_ID')])
    expect(missing({ ...id, APPLE_TEAM_ID: '' })).toHaveLength(1)
    expect(missing(id!)).toEqual([])
    expect(missing(key!)).toEqual([])
  })
})

it('fails npm run package if a requirement is missing', () => {
  const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: join(project, 'nowhere') }
  const { status, stderr } = spawnSync('node', ['scripts/package.ts', '--dir'], {
    cwd: project,
    env,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Nothing was packaged\.\nElectron's binary is not installed\./)
})
