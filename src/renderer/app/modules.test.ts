// Provides types for the images that screens import.
/// <reference types="vite/client" />
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Module } from '../features/module.ts'
import { modules, screens } from './modules.ts'

const cwd = join(import.meta.dirname, '../features')
const withScreens = new Set(globSync('*/*Screen.vue', { cwd }).map(dirname))
const withModule = globSync('*/module.ts', { cwd }).map(dirname)

describe('modules', () => {
  it('has a module for each feature with screens', () => {
    expect(withModule).toEqual(expect.arrayContaining([...withScreens]))
  })

  it.each(withModule)('registers the module in %s', async (folder) => {
    const exported: Record<string, Module> = await import(`../features/${folder}/module.ts`)
    expect(modules).toEqual(expect.arrayContaining(Object.values(exported)))
  })
})

it.each(['name', 'path', 'shortcut'] as const)('gives each screen a unique %s', (key) => {
  const values = screens.flatMap((screen) => screen[key] ?? [])
  expect(values).toEqual([...new Set(values)])
})
