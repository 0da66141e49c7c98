import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../..')
const spacings = new Set([0, 1, 2, 4, 8, 12, 16, 24, 32])

/** What a declaration may contain. Print styles use points, which don’t end in `px`. */
const rules: readonly [properties: RegExp, isAllowed: (value: string) => boolean][] = [
  [/^font-size$/, (value) => value.endsWith('pt')],
  [/^font$/, (value) => !/\dpx/.test(value)],
  [/^font-weight$/, (value) => /^(?:400|500|600|inherit)$/.test(value)],
  [/^border(?:-\w+)*-radius$/, (value) => /^(?:var\(--radius-[sml]\)|50%|0|inherit)$/.test(value)],
  [/^box-shadow$/, (value) => /^(?:none|(?:inset )?0 0 0 .*|var\(--\w+-shadow\))$/.test(value)],
  [
    /^(?:(?:row|column)-)?gap$|^(?:padding|margin)(?:-[a-z-]+)?$/,
    (value) => [...value.matchAll(/([\d.]+)px/g)].every(([, size]) => spacings.has(Number(size))),
  ],
  [/^[a-z-]+$/, (value) => !/#[0-9a-f]{3,8}\b|\brgba?\(/i.test(value)],
]

it('takes sizes, spacing, and colors from the scale and the tokens', () => {
  const violations = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(css|vue)$/.test(path) && !path.endsWith('scale.css'))
    .flatMap((path) => {
      const text = readFileSync(join(folder, path), 'utf8')
      const styles = path.endsWith('.css') ? text : (/<style.*<\/style>/s.exec(text)?.[0] ?? '')
      return [...styles.matchAll(/^\s*([a-z-]+):\s*([^;]*);/gm)]
        .filter(([, property = '', value = '']) =>
          rules.some(([properties, isAllowed]) => properties.test(property) && !isAllowed(value)),
        )
        .map(([declaration]) => `${path}: ${declaration.trim()}`)
    })
  expect(violations).toEqual([])
})
