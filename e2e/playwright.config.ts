import { defineConfig } from '@playwright/test'
import type { Options } from './support/test.ts'
import { electronProblem } from '../scripts/lib/electron-binary.ts'

const noElectron = electronProblem()
if (noElectron && process.env.TEST_WORKER_INDEX === undefined) {
  console.log(`The Electron project does not run here: ${noElectron}`)
}

// One suite for two hosts: always the browser host, and Electron if its binary and a display are available.
export default defineConfig<Options>({
  testDir: '.',
  outputDir: '../test-results',
  // A shared machine may be three times slower than usual.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // One more than a small machine’s cores, because tests spend much time waiting.
  workers: 3,
  // A test that passes only on the second try is listed as flaky at the end. `npm run e2e:strict` has no retries.
  retries: 1,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  // A trace adds a quarter to the time of a test, so it is opt-in.
  use: {
    trace: process.env.LATCHKEY_TRACE ? 'retain-on-failure' : 'off',
    actionTimeout: 40_000,
  },
  projects: [
    { name: 'browser', metadata: { host: 'browser' } },
    {
      // For differences between the flavors see `src/sandbox/flavors.ts`; specs of keys, emails, editing users,
      // and admin tabs select the flavor themselves.
      name: 'browser, interface flavor',
      metadata: { host: 'browser' },
      grep: /@flavor/,
      use: { sandboxOptions: { flavor: 'interface' } },
    },
    // Excludes tests that inspect requests, need browser permissions, or use a system dialog.
    ...(noElectron
      ? []
      : [{ name: 'electron', metadata: { host: 'electron' }, grepInvert: /@browser/ }]),
  ],
})
