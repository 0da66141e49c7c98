import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const json = (path: string) =>
  JSON.parse(readFileSync(join(root, path), 'utf8')) as {
    version?: string
    devDependencies?: Record<string, string>
    packages?: Record<string, { version?: string }>
  }

it('pins a stable Electron release in the lockfile, and accepts updates within its major version', () => {
  const requestedRange = json('package.json').devDependencies!.electron!
  const pinned = json('package-lock.json').packages!['node_modules/electron']!.version!
  expect(requestedRange).toMatch(/^\^\d+\.\d+\.\d+$/)
  expect(pinned).toMatch(/^\d+\.\d+\.\d+$/)
  expect(pinned.split('.')[0]).toBe(requestedRange.slice(1).split('.')[0])
  expect(json('node_modules/electron/package.json').version).toBe(pinned)
})
