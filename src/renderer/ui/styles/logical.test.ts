import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../..')
const physical =
  /^\s*(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b|(?:left|right):|border-(?:top|bottom)-(?:left|right)-radius|text-align: (?:left|right)|float: (?:left|right))/
/** Four values whose right and left differ. */
const unevenShorthand =
  /^\s*(?:margin|padding|inset):\s+[\w.-]+\s+([\w.-]+)\s+[\w.-]+\s+(?!\1;)[\w.-]+;/

it('uses logical properties instead of left and right', () => {
  const violations = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(css|vue)$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(folder, path), 'utf8')
      const styles = path.endsWith('.css') ? text : (/<style.*<\/style>/s.exec(text)?.[0] ?? '')
      return styles
        .split('\n')
        .filter((line) => physical.test(line) || unevenShorthand.test(line))
        .map((line) => `${path}: ${line.trim()}`)
    })
  expect(violations).toEqual([])
})
