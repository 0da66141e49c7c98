import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { memoryFolder } from './scripts/lib/memory-folder.ts'

// Tests, and the programs that they start, write their files here.
process.env.TMPDIR ??= memoryFolder() ?? tmpdir()

/** Tests that start threads. V8 once ended a process that had run hundreds of files before one of these. */
const threadTests = [
  'src/core/platform/{worker/worker-thread,files/data-folder,self-test/local-checks}.test.ts',
  'src/core/features/directory/{page-writer,*.exploit}.test.ts',
  'src/core/features/credentials/storing-worker.test.ts',
]

/** Folders whose tests start many programs. */
const programTests = /\/src\/core\/(computer|features\/(keys|setup))\//

/** Starting a program copies the worker’s page tables, which takes longer as it grows, so these tests come first. */
class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const startsPrograms = ({ moduleId }: TestSpecification) => Number(programTests.test(moduleId))
    return [...Map.groupBy(sorted, ({ project }) => project.name).values()].flatMap((group) =>
      group.toSorted((a, b) => startsPrograms(b) - startsPrograms(a)),
    )
  }
}

// `unit` and `desktop` only require Node, `keyring` a Secret Service, `built` the output of `npm run build`;
// `proof` holds tests that run with a small count here and in full with `npm run lab -- proof`.
export default defineConfig({
  plugins: [vue()],
  test: {
    // Only failing tests take this long, even on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['src/core/testing/build-worker.ts'],
    setupFiles: ['src/core/testing/patience.ts'],
    // Many tests start programs of the project, which then don't need to be recompiled each time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compile') },
    // More than the number of cores, because tests often wait for timers and other processes.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: ProgramsFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,scripts,lab}/**/*.test.ts'],
          setupFiles: ['src/renderer/testing/messages.ts'],
          exclude: [
            '{src,scripts}/**/*.{keyring,built,proof}.test.ts',
            'src/main/**',
            ...threadTests,
          ],
          // Reloading every module for each file took a third of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          // Each file has its own fake Electron.
          name: 'desktop',
          include: ['src/main/**/*.test.ts', ...threadTests],
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
          // Runs the built code as is, and its fakes with it.
          server: { deps: { external: [/\/out\//, /testing\/fake-/] } },
        },
      },
    ],
  },
})
