import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collectLicences, packageOfPath } from './collect.ts'

let project: string
beforeEach(() => void (project = mkdtempSync(join(tmpdir(), 'latchkey-licences-'))))
afterEach(() => rmSync(project, { recursive: true }))

interface InstalledPackage {
  license?: string
  dev?: boolean
  /** Omitted for a package that isn’t installed. */
  files?: Record<string, string>
}

function install(packages: Record<string, InstalledPackage>): void {
  const locked = Object.entries(packages).map(([path, { license, dev }]) => [
    path,
    { version: '1.0.0', license, dev },
  ])
  const lock = { packages: { '': {}, ...Object.fromEntries(locked) } }
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock))
  for (const [path, { files }] of Object.entries(packages)) {
    if (!files) continue
    mkdirSync(join(project, path), { recursive: true })
    for (const [name, text] of Object.entries({ 'package.json': '{}', ...files }))
      writeFileSync(join(project, path, name), text)
  }
}

describe('collectLicences', () => {
  it('returns the licenses of shipped packages only', () => {
    const files = { LICENSE: 'Do what you like.\n' }
    install({
      'node_modules/used': { license: 'ISC', files },
      'node_modules/@some/used': { license: 'ISC', files },
      'node_modules/used/node_modules/inner': { license: 'ISC', files },
      'node_modules/bundled': { license: 'ISC', dev: true, files },
      'node_modules/electron': { license: 'MIT', dev: true, files },
      'node_modules/linter': { license: 'ISC', dev: true, files },
      'node_modules/not-for-this-system': { license: 'ISC' },
    })
    const collected = collectLicences(project, ['bundled'])
    const names = ['@some/used', 'bundled', 'electron', 'inner', 'used']
    expect(collected.map(({ name }) => name)).toEqual(names)
    expect(collected.at(-1)).toEqual({
      name: 'used',
      version: '1.0.0',
      licence: 'ISC',
      text: 'Do what you like.',
    })
  })

  it('returns every license file of a package', () => {
    const files = { LICENSE: 'One.', NOTICE: 'Two.', 'README.md': 'Three.' }
    install({ 'node_modules/used': { license: 'Apache-2.0', files } })
    expect(collectLicences(project, [])[0]!.text).toBe('One.\n\nTwo.')
  })

  it('adds the standard text if a package only declares MIT', () => {
    const files = { 'package.json': '{"author":{"name":"Ada"}}' }
    install({ 'node_modules/used': { license: 'MIT', files } })
    expect(collectLicences(project, [])[0]!.text).toContain('Copyright (c) Ada')
  })

  it('throws if a license is missing', () => {
    install({ 'node_modules/used': { files: { LICENSE: 'One.' } } })
    expect(() => collectLicences(project, [])).toThrow('used does not name')
    install({ 'node_modules/silent': { license: 'GPL-3.0', files: {} } })
    expect(() => collectLicences(project, [])).toThrow('silent has no text')
  })
})

describe('packageOfPath', () => {
  it.each([
    ['/home/ada/node_modules/zod/v4/core.js', 'zod'],
    ['node_modules/a/node_modules/@b/c/index.js', '@b/c'],
  ])('maps %s to %s', (path, name) => expect(packageOfPath(path)).toBe(name))
})
