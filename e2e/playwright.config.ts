import { defineConfig } from '@playwright/test'
import { whyNotElectron } from '../scripts/lib/electron-binary.ts'

const noElectron = whyNotElectron()
if (noElectron && process.env.TEST_WORKER_INDEX === undefined) {
  console.log(`The Electron project does not run here: ${noElectron}`)
}

// One suite, two hosts: the browser host always, Electron where its binary and a display are.
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  use: { trace: 'retain-on-failure' },
  projects: [
    { name: 'browser', metadata: { host: 'browser' } },
    ...(noElectron ? [] : [{ name: 'electron', metadata: { host: 'electron' } }]),
  ],
})
