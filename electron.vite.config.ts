import { resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { licencesPlugin } from './scripts/lib/licences/plugin.ts'

const here = import.meta.dirname

export default defineConfig({
  // The Electron host and, beside it, the browser host and the sandbox: all plain Node modules.
  main: {
    build: {
      // Optional dependencies are not external of themselves; a native module has to be.
      // Packages leave out folders named doc, one of which `yaml` needs.
      externalizeDeps: { include: ['keytar'], exclude: ['yaml'] },
      rollupOptions: {
        input: {
          index: resolve(here, 'src/main/index.ts'),
          serve: resolve(here, 'src/serve/cli.ts'),
          sandbox: resolve(here, 'src/sandbox/cli.ts'),
          // Runs in a thread of its own.
          'start-watch': resolve(here, 'src/core/features/safe-mode/watch-worker.ts'),
        },
      },
    },
  },
  // A sandboxed preload is one CommonJS file that can require nothing but electron.
  preload: {
    build: {
      externalizeDeps: false,
      rollupOptions: {
        input: { index: resolve(here, 'src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(here, 'src/renderer'),
    plugins: [vue(), licencesPlugin(here)],
    resolve: {
      alias: [{ find: /^zod$/, replacement: resolve(here, 'src/shared/zod-in-page.ts') }],
    },
    build: {
      // Electron has the page at hand, a browser has to load it.
      minify: true,
      rollupOptions: {
        input: { index: resolve(here, 'src/renderer/index.html') },
        // What so many screens share is one file: many small ones compress worse, and each new screen would split them further.
        output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 20 }] } },
      },
    },
  },
})
