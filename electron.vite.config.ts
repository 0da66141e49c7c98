import { resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { chunkGroups } from './scripts/lib/chunk-groups.ts'
import { licencesPlugin } from './scripts/lib/licences/plugin.ts'

const here = import.meta.dirname
const renderer = (file: string) => resolve(here, 'src/renderer', file)
/** The chunks required at startup: the entry, the page itself, then one of two screens with all of its content. */
const start = chunkGroups({
  enter: [renderer('app/enter.ts')],
  first: [renderer('app/main.ts')],
  'sign-in': [renderer('features/sign-in/SignInScreen.vue')],
  home: [
    renderer('app/AppSidebar.vue'),
    renderer('features/home/HomeScreen.vue'),
    renderer('features/keys/HomeKeys.vue'),
    renderer('features/status/HomeStatus.vue'),
    resolve(here, 'src/shared/messages/screens/en.json'),
  ],
})

/**
 * Packages bundled into the Node side: those required at every startup, because hundreds of small files load slower
 * than a large one, and `yaml`, because it needs a folder named `doc` that packaging omits.
 */
const bundled = [...['@hono/node-server', 'hono', 'intl-messageformat', 'ofetch', 'zod'], 'yaml']

export default defineConfig({
  // The Electron host and, next to it, the browser host and the sandbox: all plain Node modules.
  main: {
    build: {
      // Optional dependencies are not external by default; a native module must be.
      externalizeDeps: { include: ['keytar'], exclude: bundled },
      rollupOptions: {
        // Smaller files load faster. Names stay, because they appear in logged stack traces.
        output: { minify: { compress: true, mangle: false } },
        input: {
          index: resolve(here, 'src/main/index.ts'),
          // Vite doesn't rewrite the URL of a worker for Node, so it has a fixed name next to the host.
          worker: resolve(here, 'src/core/worker.ts'),
          serve: resolve(here, 'src/serve/start.ts'),
          cli: resolve(here, 'src/serve/cli.ts'),
          sandbox: resolve(here, 'src/sandbox/cli.ts'),
        },
      },
    },
  },
  // A sandboxed preload is one CommonJS file that can only require electron.
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
    plugins: [vue(), start.plugin, licencesPlugin(here)],
    build: {
      // Electron reads the page from disk, a browser has to download it.
      minify: true,
      rollupOptions: {
        input: { index: resolve(here, 'src/renderer/index.html') },
        output: {
          codeSplitting: {
            groups: [
              ...start.groups,
              { name: 'icons', test: /@lucide/ },
              // Many small files compress worse, and each new screen would split them further.
              { name: 'shared', minShareCount: 20 },
            ],
          },
        },
      },
    },
  },
})
