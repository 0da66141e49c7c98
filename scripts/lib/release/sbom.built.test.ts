import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { Licence } from '../licences/collect.ts'
import { project } from '../package/config.ts'
import { type Sbom, createSbom } from './sbom.ts'

let sbom: Sbom
const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { name?: string; version: string }>
}

beforeAll(() => {
  const licences = readFileSync(join(project, 'out/renderer/licences.json'), 'utf8')
  sbom = createSbom(project, JSON.parse(licences) as Licence[])
})

it('contains the app metadata that CycloneDX requires', () => {
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 })
  expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(sbom.metadata).toMatchObject({
    component: { type: 'application', name: 'Latchkey', purl: expect.stringMatching(/^pkg:npm\//) },
  })
})

it('lists every package of the lockfile once, with version, URL, and hash', () => {
  const locked = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`)
  expect(sbom.components.map((component) => component['bom-ref'])).toEqual(
    expect.arrayContaining([...new Set(locked)]),
  )
  for (const { type, name, version, purl, hashes } of sbom.components) {
    expect([type, name, version], name).toEqual(['library', expect.any(String), expect.any(String)])
    expect(purl, name).toMatch(/^pkg:npm\/.+@.+$/)
    expect(hashes, name).toContainEqual({
      alg: 'SHA-512',
      content: expect.stringMatching(/^\w{128}$/),
    })
  }
})

it('separates shipped packages from build tools', () => {
  const scopeOf = (wanted: string) => sbom.components.find(({ name }) => name === wanted)?.scope
  for (const name of ['electron', 'vue', 'naive-ui', 'zod', 'electron-updater', '@github/keytar'])
    expect(scopeOf(name), name).toBe('required')
  for (const name of ['vitest', 'eslint', 'electron-builder'])
    expect(scopeOf(name), name).toBe('excluded')
})
