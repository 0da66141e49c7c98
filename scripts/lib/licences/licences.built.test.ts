import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UserConfig } from 'electron-vite'
import { type Rolldown, build } from 'vite'
import { expect, it } from 'vitest'
import config from '../../../electron.vite.config.ts'
import { importedPackages } from '../package/needed.ts'
import { project } from '../package/config.ts'
import { type Licence, packageOfPath } from './collect.ts'

const page = join(project, 'out/renderer')
const licences = JSON.parse(readFileSync(join(page, 'licences.json'), 'utf8')) as Licence[]
const names = licences.map(({ name }) => name)

it('lists every package that the Node side loads', () => {
  const realNames = importedPackages().map((name) => (name === 'keytar' ? '@github/keytar' : name))
  expect(names).toEqual(expect.arrayContaining(realNames))
})

it('lists every package bundled into the page', async () => {
  // Rebuilds the page without minification, because minified code doesn’t show which packages it comes from.
  const { renderer } = config as UserConfig
  const built = await build({
    ...renderer,
    configFile: false,
    logLevel: 'silent',
    build: { ...renderer?.build, minify: false, write: false },
  })
  const bundled = [built]
    .flat()
    .flatMap((part) => ('output' in part ? part.output.flatMap(packagesIn) : []))
  expect(bundled).toEqual(expect.arrayContaining(['naive-ui', '@vue/runtime-dom', 'pinia']))
  expect(names).toEqual(expect.arrayContaining([...new Set(bundled)]))
  expect(names).toContain('@fontsource-variable/inter')
})

/** The packages named in a chunk’s comments. */
function packagesIn(file: Rolldown.OutputChunk | Rolldown.OutputAsset): string[] {
  if (file.type === 'asset') return []
  const places = file.code.matchAll(/^\s*\/\/.*?(node_modules\/\S+)/gm)
  return [...places].map(([, path]) => packageOfPath(path!))
}

it('lists every installed production package of the lockfile', () => {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean }>
  }
  const production = Object.entries(packages)
    .filter(([path, { dev, optional }]) => path !== '' && !dev && !optional)
    .map(([path]) => packageOfPath(path))
  expect(production.length).toBeGreaterThan(20)
  expect(names).toEqual(expect.arrayContaining(production))
})

it('contains every license’s text', () => {
  for (const { name, licence, text } of licences) {
    expect(licence, name).not.toBe('')
    expect(text.length, name).toBeGreaterThan(200)
  }
})
