import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { electronBinary, electronProblem } from '../../scripts/lib/electron-binary.ts'

// Runs the adapter's contract suite inside Electron. The run with the fake only proves that the suite works; the run
// with the real one verifies Electron.

const folder = mkdtempSync(join(tmpdir(), 'latchkey-contract-'))
const bundle = join(folder, 'contract-run.mjs')

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      emptyOutDir: false,
      ssr: join(import.meta.dirname, 'testing/contract-run.ts'),
      outDir: folder,
      rolldownOptions: { output: { entryFileNames: 'contract-run.mjs' } },
    },
  })
})
afterAll(() => rmSync(folder, { recursive: true }))

async function run(program: string, ...options: string[]) {
  const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

/** Each part prints a line, and the last one reports no failures. */
function expectNoFailures({ code, output }: Awaited<ReturnType<typeof run>>): void {
  expect(output.split('\n').filter((line) => line.startsWith('failed: '))).toEqual([])
  expect(output).toMatch(/^ok: \d+ writes that were reset arrived once each$/m)
  expect(output).toMatch(/^ok: POST to an unknown server is refused once .*\n0 failures\n$/m)
  expect(output.match(/^ok: /gm)!.length).toBeGreaterThan(100)
  expect(code).toBe(0)
}

it('fetch contract holds inside the fake Electron', async () => {
  const hook = join(folder, 'fake.mjs')
  const fake = pathToFileURL(join(import.meta.dirname, 'testing/fake-electron.ts')).href
  writeFileSync(
    hook,
    `import { registerHooks } from 'node:module'
     registerHooks({ resolve: (name, context, next) =>
       name === 'electron' ? { url: ${JSON.stringify(fake)}, shortCircuit: true } : next(name, context) })`,
  )
  const { code, output } = await run(process.execPath, '--import', pathToFileURL(hook).href, bundle)
  expectNoFailures({ code, output })
})

// Set in CI so that a missing Electron fails instead of skipping.
const isRequired = process.env.LATCHKEY_ELECTRON === 'required'

it.skipIf(!isRequired && electronProblem())(
  'fetch contract holds inside Electron',
  async () => {
    expectNoFailures(await run(electronBinary()!, '--no-sandbox', bundle))
  },
  300_000,
)
