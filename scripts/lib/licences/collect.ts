import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A third-party component in Latchkey, and its license. */
export interface Licence {
  name: string
  version: string
  /** The license’s SPDX name. */
  licence: string
  text: string
}

interface LockedPackage {
  /** The real name of a package that is installed under an alias. */
  name?: string
  version: string
  license?: string
  dev?: boolean
}

/**
 * Collects the licenses of Electron, the bundled packages listed, and a project’s installed production packages, sorted
 * by name. Throws for a package without a license.
 */
export function collectLicences(project: string, bundled: readonly string[]): Licence[] {
  const text = readFileSync(join(project, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> }
  const roots = new Set([...bundled, 'electron'].map((name) => `node_modules/${name}`))
  const found = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && (!dev || roots.has(path)))
    // Optional packages that aren’t installed aren’t in the app either.
    .filter(([path]) => existsSync(join(project, path, 'package.json')))
    .map(([path, locked]) =>
      findLicence(join(project, path), locked.name ?? packageOfPath(path), locked),
    )
  const unique = new Map(found.map((licence) => [`${licence.name}@${licence.version}`, licence]))
  return [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The package to which a file below `node_modules` belongs. */
export function packageOfPath(path: string): string {
  const [first, second] = path.split('node_modules/').at(-1)!.split('/')
  return first!.startsWith('@') ? `${first}/${second}` : first!
}

function findLicence(folder: string, name: string, { version, license }: LockedPackage): Licence {
  if (!license) throw new Error(`${name} does not name its license.`)
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  if (texts.length === 0) texts.push(standardText(folder, name, license))
  return { name, version, licence: license, text: texts.join('\n\n') }
}

/** The standard text of the MIT license, for packages that declare the license without including its text. */
function standardText(folder: string, name: string, licence: string): string {
  if (licence !== 'MIT') throw new Error(`${name} has no text of its license, ${licence}.`)
  const { author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    author?: string | { name: string }
  }
  const holder = typeof author === 'object' ? author.name : author
  return mitText.replace('<holder>', holder ?? `the authors of ${name}`)
}

const mitText = `MIT License

Copyright (c) <holder>

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
