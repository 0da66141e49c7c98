// Prints the size of the code, its longest files and functions, and import cycles.
import { join } from 'node:path'
import { importCycles } from './cycles.ts'
import { measureFunctions } from './functions.ts'
import { countLines, partOf, readSources } from './sources.ts'

const sources = readSources(join(import.meta.dirname, '../..'), [
  'src',
  'scripts',
  'e2e/support',
  'lab',
])
const matching = (pattern: RegExp) => sources.filter(({ path }) => pattern.test(path))
const program = matching(/^src\/(?!shared\/messages\/)/)
const sum = (texts: readonly string[]) => texts.reduce((all, text) => all + countLines(text), 0)

console.log('Lines that are not empty, without tests:')
for (const [name, files] of [
  ['src, without the catalogs', program],
  ['src/renderer', matching(/^src\/renderer\//)],
  ['scripts', matching(/^scripts\//)],
  ['e2e/support', matching(/^e2e\/support\//)],
  ['lab', matching(/^lab\//)],
] as const) {
  console.log(`  ${name}: ${sum(files.map(({ text }) => text))} in ${files.length} files`)
}
console.log(`  styles: ${sum(program.map((source) => partOf(source, 'style')))}`)

const files = program.map(({ path, text }) => ({ name: path, lines: countLines(text) }))
const functions = sources
  .flatMap(measureFunctions)
  .map(({ name, path, lines }) => ({ name: `${name}, ${path}`, lines }))
const median = files.map(({ lines }) => lines).toSorted((a, b) => a - b)[files.length >> 1]
printLongest(`Median of a file: ${median} lines. Longest:`, files)
printLongest('Longest functions:', functions)

const features = matching(/^src\/core\/features\/[^/]+\//).map(({ path }) => path.split('/')[3])
const composables = matching(/^src\/renderer\/(?!features\/).*\/use-[\w-]+\.ts$/)
const kitUsers = matching(/^src\/(?!shared\/messages\/|renderer\/ui\/)/).filter(({ text }) =>
  text.includes(`from 'naive-ui'`),
)
console.log(`Features: ${new Set(features).size}`)
console.log(`Composables outside features: ${composables.length}`)
console.log(`Files outside renderer/ui that import naive-ui: ${kitUsers.length}`)

const cycles = importCycles(sources)
console.log(`Import cycles: ${cycles.length}`)
for (const cycle of cycles) console.log(`  ${cycle.join(' → ')}`)
process.exitCode = cycles.length === 0 ? 0 : 1

function printLongest(title: string, items: readonly { name: string; lines: number }[]): void {
  console.log(title)
  const longest = items.toSorted((a, b) => b.lines - a.lines).slice(0, 10)
  for (const { name, lines } of longest) console.log(`  ${lines} ${name}`)
}
