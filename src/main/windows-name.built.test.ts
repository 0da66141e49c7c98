import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, vi } from 'vitest'
import { readBuilderConfig } from '../../scripts/lib/package/config.ts'

const urlOf = (path: string) => pathToFileURL(join(import.meta.dirname, path)).href
const native = (url: string) => import(/* @vite-ignore */ url)

it("built Electron host has the app ID of its installer's shortcut on Windows", async () => {
  const fakeUrl = urlOf('testing/fake-electron.ts')
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' ? { url: fakeUrl, shortCircuit: true } : next(specifier, context),
  })
  const { seen } = (await native(fakeUrl)) as typeof import('./testing/fake-electron.ts')
  seen.isReady = false
  Object.defineProperty(process, 'platform', { value: 'win32' })
  // Exits immediately, because a self-test requires a file for its report.
  process.argv.push('--self-test')
  await native(urlOf('../../out/main/index.js'))
  await vi.waitUntil(() => seen.exitCode !== undefined)
  expect(seen.appUserModelId).toBe(readBuilderConfig().appId)
})
