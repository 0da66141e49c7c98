import { basename, dirname, join } from 'node:path'
import { build } from 'vite'
import { workerScript } from './worker-script.ts'

/**
 * Builds the worker before the tests. A thread that starts from the sources compiles them with WebAssembly, which V8 now and
 * then ends the process for when the thread ends.
 */
export default async function setup(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, '../worker.ts'),
      outDir: dirname(workerScript),
      minify: false,
      rollupOptions: { output: { entryFileNames: basename(workerScript), format: 'es' } },
    },
    ssr: { noExternal: true },
  })
}
