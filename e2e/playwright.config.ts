import { tmpdir } from 'node:os'
import { defineConfig } from '@playwright/test'
import type { Options } from './support/test.ts'
import { electronProblem } from '../scripts/lib/electron-binary.ts'
import { memoryFolder } from '../scripts/lib/memory-folder.ts'

// Tests, and the programs that they start, write their files here.
process.env.TMPDIR ??= memoryFolder() ?? tmpdir()

const noElectron = electronProblem()
if (noElectron && process.env.TEST_WORKER_INDEX === undefined) {
  console.log(`The Electron project does not run here: ${noElectron}`)
}

// Runs one suite on two hosts: the browser host and, if its binary and a display are available, Electron.
export default defineConfig<Options>({
  testDir: '.',
  outputDir: '../test-results',
  // A shared machine may be three times slower than usual.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // One more than a small machine’s cores, because tests spend most of their time waiting.
  workers: 3,
  // A test that needs a second try is reported as flaky. `npm run e2e:strict` has no retries.
  retries: 1,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  // Tracing makes tests 25% slower, so it’s opt-in.
  use: {
    trace: process.env.LATCHKEY_TRACE ? 'retain-on-failure' : 'off',
    actionTimeout: 40_000,
  },
  projects: [
    { name: 'browser', metadata: { host: 'browser' } },
    {
      // See `src/sandbox/flavors.ts` for how the flavors differ. Specs for keys, emails, user editing, and admin tabs
      // select the flavor themselves.
      name: 'browser, interface flavor',
      metadata: { host: 'browser' },
      grep: /@flavor/,
      use: { sandboxOptions: { flavor: 'interface' } },
    },
    // Excludes tests that inspect requests, need browser permissions, or open a system dialog.
    ...(noElectron
      ? []
      : [{ name: 'electron', metadata: { host: 'electron' }, grepInvert: /@browser/ }]),
  ],
})
