import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Mutants make code slower, so tests that measure its time can't tell anything. */
const timed = globSync('src/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('busyTime'),
)

/** The tests that mutants are tried on, on Node alone. */
export default defineConfig({
  test: {
    include: process.env
      .LATCHKEY_TEST_FOLDERS!.split(',')
      .map((folder) => `${folder}/**/*.test.ts`),
    exclude: ['src/**/*.{keyring,built,proof}.test.ts', ...timed],
    testTimeout: 600_000,
    setupFiles: ['src/core/testing/patience.ts', 'src/renderer/testing/messages.ts'],
    isolate: false,
  },
})
