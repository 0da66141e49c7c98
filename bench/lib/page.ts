import { join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { build } from 'vite'

/** Builds a benchmark page, `bench/NAME/index.html`, into a folder. */
export async function buildPage(name: string, folder: string): Promise<void> {
  await build({
    root: join(import.meta.dirname, '..', name),
    configFile: false,
    logLevel: 'warn',
    plugins: [vue()],
    build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 2000 },
  })
}
