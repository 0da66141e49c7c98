import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const app = readFileSync(join(import.meta.dirname, '../app.ts'), 'utf8')

it('lists every feature folder', () => {
  expect(folders.length).toBeGreaterThan(20)
})

// Listed features serve the screens, forget accounts that sign out, and are closed on quit.
it.each(folders)('lists the feature %s, which exports one function', async (folder) => {
  const exported = Object.keys(await import(`./${folder}/feature.ts`))
  const camelCase = folder.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  expect(exported).toEqual([`${camelCase}Feature`])
  expect(app).toContain(`${camelCase}Feature(`)
})
