import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

// `unit` and `desktop` need nothing but Node, `keyring` a Secret Service, `built` what `npm run build` makes; `proof` holds the
// tests that run at a small count here and whole with `npm run lab -- proof`.
export default defineConfig({
  plugins: [vue()],
  test: {
    // Only what fails takes so long, also on a machine with much else to do.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['src/core/testing/patience.ts'],
    // Many tests start programs of the project, which then need not be compiled each time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compile') },
    // More than there are cores, because much of it waits for timers and other processes.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,scripts,lab}/**/*.test.ts'],
          setupFiles: ['src/renderer/testing/messages.ts'],
          exclude: ['{src,scripts}/**/*.{keyring,built,proof}.test.ts', 'src/main/**'],
          // Loading every module anew for each file took a third of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          // Each file has an Electron of its own, which is faked.
          name: 'desktop',
          include: ['src/main/**/*.test.ts'],
          exclude: ['src/main/**/*.{keyring,built,proof}.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'proof',
          include: ['src/**/*.proof.test.ts'],
          testTimeout: 1_800_000,
        },
      },
      { extends: true, test: { name: 'keyring', include: ['src/**/*.keyring.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'built',
          include: ['{src,scripts}/**/*.built.test.ts'],
          // What was built runs as it is, and its fakes beside it.
          server: { deps: { external: [/\/out\//, /testing\/fake-/] } },
        },
      },
    ],
  },
})
