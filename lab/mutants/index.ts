// Puts small faults into the code of folders, one at a time, and prints those that no test notices: of the same folders,
// or of those after --tests.
import { mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    percent: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true },
  },
})
if (positionals.length === 0) {
  console.error('Which folders?')
  process.exit(1)
}

const folders = positionals.map((path) => path.replace(/\/$/, ''))
// The test runner’s processes read their configuration by themselves.
process.env.LATCHKEY_TEST_FOLDERS = (values.tests ?? folders).join(',')

const options = {
  testRunner: 'vitest',
  vitest: {
    configFile: join(import.meta.dirname, 'vitest.config.ts'),
    related: false,
    pool: 'forks',
  },
  plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'sample.ts')],
  checkers: ['sample'],
  sample: { percent: Number(values.percent), seed: values.seed },
  warnings: false,
  mutate: [...folders.map((folder) => `${folder}/**/*.ts`), '!**/*.test.ts', '!**/testing/**'],
  // Texts are read by people, and names are checked by types. Stryker makes invalid expressions of those with the v flag.
  mutator: { excludedMutations: ['StringLiteral', 'Regex'] },
  coverageAnalysis: 'perTest' as const,
  ignoreStatic: true,
  ignorePatterns: ['out', 'dist', 'test-results'],
  // Not in node_modules, where Node doesn’t run TypeScript.
  tempDirName: mkdtempSync(join(tmpdir(), 'latchkey-mutants-')),
  reporters: [],
  // A busy machine isn’t an endless loop.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 60,
  concurrency: availableParallelism(),
}
const mutants = await new Stryker(options).runMutationTest()

const tried = mutants.filter(({ status }) => status !== 'CompileError' && status !== 'Ignored')
const survivors = tried.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
for (const { fileName, location, replacement, status, mutatorName } of survivors) {
  const place = `${fileName}:${location.start.line}:${location.start.column}`
  const reason = status === 'NoCoverage' ? ', which no test runs' : ''
  console.log(`${place} ${mutatorName}${reason}: ${replacement}`)
}
const noticed = tried.length - survivors.length
console.log(
  `${noticed} of ${tried.length} mutants noticed (${((100 * noticed) / tried.length).toFixed(1)} %)`,
)
