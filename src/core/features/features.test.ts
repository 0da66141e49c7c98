import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const app = readFileSync(join(import.meta.dirname, '../app.ts'), 'utf8')

it('has a folder for each feature', () => {
  expect(folders.length).toBeGreaterThan(20)
})

// What is in the list answers the screens, forgets accounts that sign out, and is closed at the end.
it.each(folders)('lists the feature %s, which exports one function', async (folder) => {
  const exported = Object.keys(await import(`./${folder}/feature.ts`))
  const camelCase = folder.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  expect(exported).toEqual([`${camelCase}Feature`])
  expect(app).toContain(`${camelCase}Feature(`)
})
