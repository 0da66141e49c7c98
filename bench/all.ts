// npm run bench: runs all benchmarks one after another, and writes the results to docs/benchmarks.md. The machine should be idle.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import type { Row } from './lib/result.ts'

const target = join(import.meta.dirname, '../docs/benchmarks.md')

/** The benchmarks, with their introductions in docs/benchmarks.md. */
const benches = {
  start:
    'The browser host and its first screen, compared with a Node server whose page only loads the same libraries.',
  command: 'A command in a terminal, compared with a Node process that does nothing.',
  directory:
    'Loading and searching the users of an instance. `undici` and `JSON.parse` are what any client needs.',
  queue: 'Queued actions, compared with the inserts and the requests that they consist of.',
  review: 'A review of all users, compared with the requests that it consists of.',
  dependents: 'What a block of a user stops, compared with the requests that it consists of.',
  people: 'The list of users on screen, compared with naive-ui’s table.',
  screens:
    'Moving between screens of an instance that takes 300 ms to respond, compared with a frame that changes one word.',
  sandbox: 'The tests’ GitLab server, compared with one that sends prepared pages.',
  keys: 'Scanning for SSH keys, compared with reading and hashing the same files.',
  repositories: 'Scanning for Git clones, compared with `find`, which doesn’t read files.',
}

const sections: string[] = []
for (const [bench, introduction] of Object.entries(benches)) {
  sections.push(
    `## ${bench[0]!.toUpperCase()}${bench.slice(1)}\n\n${introduction}\n\n${await table(bench)}`,
  )
}
const { model } = cpus()[0]!
// The section on missed bounds and the soak, which takes hours, are maintained by hand.
const [manualSection = ''] = /^## Why missed[\s\S]*/m.exec(readFileSync(target, 'utf8')) ?? []
const text = `# Benchmarks

Results of the latest \`npm run bench\`. Latchkey and its floor or peer take turns for several rounds, and times are medians. A floor
is the minimum that any program needs for the task; a peer is another program for the task. The bound applies to the ratio.

Run on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores of ${model.trim()}.

${sections.join('\n\n')}

${manualSection}`
writeFileSync(target, await format(text, { ...(await resolveConfig(target)), filepath: target }))
console.log(`Written to ${target}`)

/** Runs a benchmark. If it fails, keeps its rows so far, and the others still run. */
async function table(bench: string): Promise<string> {
  const child = fork(join(import.meta.dirname, `${bench}.ts`))
  const rows: Row[] = []
  child.on('message', (row: Row) => rows.push(row))
  const [[code]] = (await Promise.all([once(child, 'exit'), once(child, 'disconnect')])) as [
    [number | null],
    unknown,
  ]
  if (code !== 0) process.exitCode = 1
  return [
    '| Measurement | Result | Floor or peer | Bound | Met |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ measurement, result, baseline, bound, met }) =>
        `| ${[measurement, result, baseline, bound, met].join(' | ')} |`,
    ),
    ...(code === 0 ? [] : ['', 'Did not finish.']),
  ].join('\n')
}
