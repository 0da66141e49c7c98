// The imported components need Vite’s types.
/// <reference types="vite/client" />
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { settingEntries } from './palette.ts'

it('has an entry for each setting and section', () => {
  const files = globSync('*.vue', { cwd: import.meta.dirname })
  const text = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n')
  const items = Array.from(text.matchAll(/data-item="(\w+)"/g), ([, item]) => item)
  expect(items.length).toBeGreaterThan(15)
  expect(settingEntries.map(({ item }) => item).toSorted()).toEqual(items.toSorted())
})
