// Prints how large the code is, what is longest in it, and import cycles: `npm run house`.
import { join } from 'node:path'
import { importCycles } from './lib/house/cycles.ts'
import { functionsOf } from './lib/house/functions.ts'
import { linesOf, scriptOf, sourcesIn, styleOf } from './lib/house/sources.ts'

const project = join(import.meta.dirname, '..')
const sources = sourcesIn(project, ['src', 'scripts', 'e2e/support'])
const below = (folder: string) => sources.filter(({ path }) => path.startsWith(folder))
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

const isCatalog = (path: string) => path.startsWith('src/shared/messages/')
const program = below('src/').filter(({ path }) => !isCatalog(path))
console.log('Lines that are not empty, without tests:')
for (const [name, files] of [
  ['src, without the catalogs', program],
  ['src/renderer', below('src/renderer/')],
  ['scripts', below('scripts/')],
  ['e2e/support', below('e2e/support/')],
] as const) {
  console.log(`  ${name}: ${sum(files.map(({ text }) => linesOf(text)))} in ${files.length} files`)
}
console.log(`  styles: ${sum(program.map((source) => linesOf(styleOf(source))))}`)

const sizes = program.map(({ path, text }) => ({ path, lines: linesOf(text) }))
const bySize = sizes.toSorted((a, b) => b.lines - a.lines)
const median = bySize[Math.floor(bySize.length / 2)]?.lines
console.log(`Median of a file: ${median} lines. Longest:`)
for (const { path, lines } of bySize.slice(0, 10)) console.log(`  ${lines} ${path}`)

console.log('Longest functions:')
const functions = sources.flatMap((source) => functionsOf(source))
for (const { path, name, lines } of functions.toSorted((a, b) => b.lines - a.lines).slice(0, 10)) {
  console.log(`  ${lines} ${name}, ${path}`)
}

const composables = sources.filter(
  (source) =>
    /^src\/renderer\/(?!features\/).*\/use-[\w-]+\.ts$/.test(source.path) &&
    scriptOf(source) !== '',
)
const kitUsers = program.filter(
  ({ path, text }) => !path.startsWith('src/renderer/ui/') && text.includes(`from 'naive-ui'`),
)
console.log(
  `Features: ${
    new Set(
      below('src/core/features/')
        .filter(({ path }) => path.split('/').length > 4)
        .map(({ path }) => path.split('/')[3]),
    ).size
  }`,
)
console.log(`Composables outside features: ${composables.length}`)
console.log(`Files outside renderer/ui that import naive-ui: ${kitUsers.length}`)

const cycles = importCycles(sources)
console.log(`Import cycles: ${cycles.length}`)
for (const cycle of cycles) console.log(`  ${cycle.join(' → ')}`)
process.exitCode = cycles.length === 0 ? 0 : 1
