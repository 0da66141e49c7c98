import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

// Three projects: `unit` needs nothing but Node, `keyring` a Secret Service, `built` what `npm run build` makes.
export default defineConfig({
  plugins: [vue()],
  test: {
    testTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['src/**/*.keyring.test.ts', 'src/**/*.built.test.ts'],
        },
      },
      { extends: true, test: { name: 'keyring', include: ['src/**/*.keyring.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'built',
          include: ['src/**/*.built.test.ts'],
          // What was built runs as it is, and its fake `electron` beside it.
          server: { deps: { external: [/\/out\//, /fake-electron/] } },
        },
      },
    ],
  },
})
