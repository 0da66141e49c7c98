import { expect, it } from 'vitest'
import { findImports } from './imports.ts'

it('finds every kind of import in a file', () => {
  const text = `
    import 'a'
    import b, { type C } from "b"
    export { d } from 'd'
    const e = await import('e')
    const f = require("f")
  `
  expect(findImports(text)).toEqual(['a', 'b', 'd', 'e', 'f'])
})

it('ignores comments and strings', () => {
  const text = `
    // It was once import 'left-pad', or require('left-pad').
    /** Like export { a } from 'commented'. */
    const hint = "Use import 'quoted' instead."
    const url = 'https://a.example'; import 'real'
    t("keys.import", 'label')
    other.require('method')
  `
  expect(findImports(text)).toEqual(['real'])
})
