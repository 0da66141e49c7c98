import { defineConfig } from '@playwright/test'
import type { Options } from './support/test.ts'
import { electronProblem } from '../scripts/lib/electron-binary.ts'

const noElectron = electronProblem()
if (noElectron && process.env.TEST_WORKER_INDEX === undefined) {
  console.log(`The Electron project does not run here: ${noElectron}`)
}

// One suite, two hosts: the browser host always, Electron where its binary and a display are.
export default defineConfig<Options>({
  testDir: '.',
  outputDir: '../test-results',
  // A shared machine may be three times as slow as usual.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // One more than the cores of a small machine: a test waits much of its time.
  workers: 3,
  // A test that passes only the second time is named as flaky in the last lines. `npm run e2e:strict` has none of that.
  retries: 1,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  // A trace takes a quarter of the time of a test: only where somebody wants one.
  use: {
    trace: process.env.LATCHKEY_TRACE ? 'retain-on-failure' : 'off',
    actionTimeout: 40_000,
  },
  projects: [
    { name: 'browser', metadata: { host: 'browser' } },
    {
      // What the two flavors of the service answer differently, see `src/sandbox/flavors.ts`; specs of keys, emails, users to edit
      // and an administrator's tabs choose the flavor themselves.
      name: 'browser, interface flavor',
      metadata: { host: 'browser' },
      grep: /@flavor/,
      use: { sandboxOptions: { flavor: 'interface' } },
    },
    // Not what looks at requests, asks the browser for rights, or is answered by a dialog of the system.
    ...(noElectron
      ? []
      : [{ name: 'electron', metadata: { host: 'electron' }, grepInvert: /@browser/ }]),
  ],
})
