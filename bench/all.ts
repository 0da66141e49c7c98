// npm run bench: runs all benchmarks one after another and writes the results to docs/benchmarks.md. Takes a while; the machine
// should be idle.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

const benches = [
  'start',
  'directory',
  'queue',
  'review',
  'people',
  'screens',
  'sandbox',
  'keys',
  'repositories',
]
const target = join(import.meta.dirname, '../docs/benchmarks.md')

const results: string[] = []
for (const bench of benches) results.push(...(await readResults(bench)))
const { model } = cpus()[0]!
// The result of `npm run lab -- soak` takes hours and is added by hand.
const [soak = ''] = /^## Soak[\s\S]*/m.exec(readFileSync(target, 'utf8')) ?? []
writeFileSync(
  target,
  `# Benchmarks

What \`npm run bench\` found last. Times are medians of rounds in which the contenders take turns.

Run on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores of ${model.trim()}.

${results.map((line) => `- ${line}`).join('\n')}
${soak && `\n${soak}`}`,
)
console.log(`Written to ${target}`)

/** The lines of a benchmark that start with `bench: `. Reports one that fails, and continues with the others. */
async function readResults(bench: string): Promise<string[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${bench}.ts`)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    printed += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  const lines = [...printed.matchAll(/^bench: (.*)$/gm)].map(([, line]) => line!)
  if (code === 0) return lines
  process.exitCode = 1
  return [...lines, `${bench}: did not finish`]
}
