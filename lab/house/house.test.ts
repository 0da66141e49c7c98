import { expect, it } from 'vitest'
import { importCycles } from './cycles.ts'
import { measureFunctions } from './functions.ts'
import { namesakes } from './names.ts'
import { countLines, partOf, readSources } from './sources.ts'

const component = {
  path: 'src/A.vue',
  text: `<script setup lang="ts">\nimport './b.ts'\n</script>\n<style scoped>\n.a {\n}\n</style>\n`,
}

it('separates a component’s script and styles', () => {
  expect(partOf(component, 'script').trim()).toBe(`import './b.ts'`)
  expect(countLines(partOf(component, 'style'))).toBe(2)
})

it('finds import cycles, including those through type imports', () => {
  const back = (line: string) => [component, { path: 'src/b.ts', text: `${line} from './A.vue'\n` }]
  const cycles = [['src/A.vue', 'src/b.ts', 'src/A.vue']]
  expect(importCycles(back('import A'))).toEqual(cycles)
  expect(importCycles(back('import type A'))).toEqual(cycles)
})

it('measures named functions, methods, and arrow functions', () => {
  const text = 'function one() {\n  return 1\n}\nconst two = () => 2\nclass C {\n  three() {}\n}\n'
  expect(measureFunctions({ path: 'src/c.ts', text })).toMatchObject([
    { name: 'one', lines: 3 },
    { name: 'two', lines: 1 },
    { name: 'three', lines: 1 },
  ])
})

it('finds no import cycles in the project', () => {
  const sources = readSources(`${import.meta.dirname}/../..`, [
    'src',
    'scripts',
    'e2e/support',
    'lab',
  ])
  expect(sources.length).toBeGreaterThan(500)
  expect(importCycles(sources)).toEqual([])
})

it('finds names exported by two files', () => {
  const a = {
    path: 'src/a.ts',
    text: 'export const Key = z.object({})\nexport type Key = 1\nconst two = 2\n',
  }
  const b = { path: 'src/b.ts', text: 'export async function load() {}\nexport const two = 2\n' }
  expect(namesakes([a, b])).toEqual({})
  const c = { path: 'src/c.ts', text: 'export interface Key {}\nexport class load {}\n' }
  expect(namesakes([a, b, c])).toEqual({
    Key: ['src/a.ts', 'src/c.ts'],
    load: ['src/b.ts', 'src/c.ts'],
  })
})

// The page and the Node side each have a translator with these functions.
const translators = ['t', 'textOf']

// The sandbox imitates GitLab in separate code, so it may reuse names from the app.
it.each([
  ['the app', ['core', 'main', 'preload', 'renderer', 'serve', 'shared']],
  ['the sandbox', ['sandbox']],
])('finds no duplicate export names in %s', (_part, folders) => {
  const sources = readSources(
    `${import.meta.dirname}/../..`,
    folders.map((folder) => `src/${folder}`),
  )
  expect(sources.length).toBeGreaterThan(50)
  const found = Object.entries(namesakes(sources)).filter(([name]) => !translators.includes(name))
  expect(found).toEqual([])
})
