import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { expect, it } from 'vitest'
import { en } from './en/index.ts'

const folders = ['shell', 'screens', 'node']

async function families(): Promise<[family: string, keys: string[]][]> {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(import.meta.dirname, 'en', folder)).map((file) => `./en/${folder}/${file}`),
  )
  return Promise.all(
    paths
      .filter((path) => !path.endsWith('/index.ts'))
      .map(async (path) => {
        const [entry] = Object.entries((await import(path)) as Record<string, object>)
        return [entry![0], Object.keys(entry![1])]
      }),
  )
}

it('names each message after the file that it stands in', async () => {
  const misplaced = (await families()).flatMap(([family, keys]) =>
    keys.filter((key) => !new RegExp(`^${family}\\.\\w+$`).test(key)),
  )
  expect(misplaced).toEqual([])
})

it('has each message once', async () => {
  const keys = (await families()).flatMap(([, own]) => own)
  expect(Object.keys(en)).toHaveLength(keys.length)
})

it('has messages in valid ICU syntax, without HTML', () => {
  for (const [key, text] of Object.entries(en)) {
    expect(
      () => new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }),
      key,
    ).not.toThrow()
    expect(text, key).not.toMatch(/<\/?\w+>|^\s|\s$/)
  }
})

it('has no message that nothing names', () => {
  const source = join(import.meta.dirname, '../..')
  const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|vue)$/.test(path) && !/messages[/\\]\w+[/\\]/.test(path))
    .map((path) => readFileSync(join(source, path), 'utf8'))
    .join('\n')
  const named = new Set(Array.from(code.matchAll(/['"`](\w+\.\w+)['"`]/g), ([, key]) => key))
  const computed = Array.from(code.matchAll(/`(\w+\.\w*)\$\{/g), ([, start]) => start!)
  const unused = Object.keys(en).filter(
    (key) => !named.has(key) && !computed.some((start) => key.startsWith(start)),
  )
  expect(unused).toEqual([])
})
