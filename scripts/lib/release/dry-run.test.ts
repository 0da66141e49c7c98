import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { releaseVersion } from './dry-run.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-version-'))
  write('package.json', '{"version":"1.2.0"}')
  write('package-lock.json', '{"version":"1.2.0"}')
  write('CHANGELOG.md', '# Changelog\n\n## 1.2.0\n\n## 1.1.0\n')
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const tagged = (name: string) => ({ GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: name })

describe('releaseVersion', () => {
  it('returns the version that all files have', () => {
    expect(releaseVersion(folder, tagged('v1.2.0'))).toBe('1.2.0')
    expect(releaseVersion(folder, { GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: 'main' })).toBe(
      '1.2.0',
    )
  })

  it('throws if the lockfile, the changelog, or the tag has another version', () => {
    expect(() => releaseVersion(folder, tagged('v1.3.0'))).toThrow('The tag is v1.3.0')
    write('CHANGELOG.md', '# Changelog\n\n## 1.1.0\n')
    expect(() => releaseVersion(folder, {})).toThrow('CHANGELOG.md is 1.1.0')
    write('package-lock.json', '{"version":"1.1.0"}')
    expect(() => releaseVersion(folder, {})).toThrow('package-lock.json has version 1.1.0')
  })
})
