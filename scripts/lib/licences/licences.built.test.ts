import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importedByApp } from '../package/needed.ts'
import { project } from '../package/config.ts'
import { type Licence, nameIn } from './collect.ts'

const page = join(project, 'out/renderer')
const licences = JSON.parse(readFileSync(join(page, 'licences.json'), 'utf8')) as Licence[]
const names = licences.map(({ name }) => name)

it('every package that the Node side loads has its licence beside the page', () => {
  expect(names).toEqual(expect.arrayContaining(importedByApp()))
})

it('and every package that is in the page', () => {
  const scripts = readdirSync(join(page, 'assets')).filter((name) => name.endsWith('.js'))
  const bundled = scripts.flatMap((name) => {
    const text = readFileSync(join(page, 'assets', name), 'utf8')
    return [...text.matchAll(/^\s*\/\/.*?(node_modules\/\S+)/gm)].map(([, path]) => nameIn(path!))
  })
  expect(bundled).toEqual(expect.arrayContaining(['naive-ui', '@vue/runtime-dom', 'pinia']))
  expect(names).toEqual(expect.arrayContaining([...new Set(bundled)]))
  expect(names).toContain('@fontsource-variable/inter')
})

it('and every production package of the lockfile that is installed', () => {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean }>
  }
  const production = Object.entries(packages)
    .filter(([path, { dev, optional }]) => path !== '' && !dev && !optional)
    .map(([path]) => nameIn(path))
  expect(production.length).toBeGreaterThan(20)
  expect(names).toEqual(expect.arrayContaining(production))
})

it('none is without its text', () => {
  for (const { name, licence, text } of licences) {
    expect(licence, name).not.toBe('')
    expect(text.length, name).toBeGreaterThan(200)
  }
})
