import { defineConfig } from 'vitest/config'

/** The tests that mutants are tried on, on Node alone. */
export default defineConfig({
  test: {
    include: process.env
      .LATCHKEY_TEST_FOLDERS!.split(',')
      .map((folder) => `${folder}/**/*.test.ts`),
    exclude: ['src/**/*.{keyring,built,proof}.test.ts'],
    testTimeout: 600_000,
    setupFiles: ['src/core/testing/patience.ts', 'src/renderer/testing/messages.ts'],
    isolate: false,
  },
})
