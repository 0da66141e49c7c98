import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { appTable } from '../shared/app/index.ts'
import { serviceTable } from '../shared/service/index.ts'

// What is thrown in core is read by people, so it names nothing that only programmers know.

const operations = Object.entries({ ...appTable, ...serviceTable }).flatMap(([family, rows]) =>
  Object.keys(rows).map((name) => `${family}.${name}`),
)

const internal: [what: string, pattern: RegExp][] = [
  ['an identifier', /\b[a-z]+[A-Z]\w*/],
  ['a path of the interface', /(^|\s)(GET|POST|PUT|PATCH|DELETE) \/|\/:\w+/],
  ['a parameter of a path', /(^|\s):[a-z_]+\b/],
  [
    'an operation',
    new RegExp(`\\b(${operations.map((name) => name.replace('.', '\\.')).join('|')})\\b`),
  ],
]
/** Written so by everybody. */
const usual = /\b(macOS|iOS|iPhone|eBay)\b/g

/** Expressions whose value is internal, wherever they stand in a text for people. */
const internalValue = /\b(row|endpoint)\.(path|method)\b|\bString\(name\)/

function sources(): string[] {
  return readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.ts$/.test(path) && !/\.test\.ts$|testing[/\\]/.test(path),
  )
}

/** The texts of a failure: all that stands in its message and its hint, as it is written in the code. */
function textsIn(path: string): string[] {
  const code = readFileSync(join(import.meta.dirname, path), 'utf8')
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true)
  const texts: string[] = []
  const walk = (node: ts.Node, isText: boolean): void => {
    const name = ts.isPropertyAssignment(node) ? node.name.getText() : undefined
    const isNow = isText || name === 'message' || name === 'hint' || isCallForFailure(node)
    if (isNow && ts.isStringLiteralLike(node)) texts.push(node.text)
    if (isNow && ts.isTemplateExpression(node)) {
      texts.push(node.getText())
    }
    node.forEachChild((child) => walk(child, isNow))
  }
  walk(file, false)
  return texts
}

function isCallForFailure(node: ts.Node): boolean {
  return (
    ts.isCallExpression(node) && /^(notUnderstood|offline|refused)$/.test(node.expression.getText())
  )
}

it('names nothing internal in what it throws', () => {
  const found: string[] = []
  let read = 0
  for (const path of sources()) {
    for (const text of textsIn(path)) {
      read += 1
      const spoken = text.replace(/\$\{[^}]*\}/g, '…').replace(usual, '')
      for (const [what, pattern] of internal) {
        if (pattern.test(spoken)) found.push(`${path}: ${what} in ${text}`)
      }
      if (internalValue.test(text)) found.push(`${path}: an internal value in ${text}`)
    }
  }
  expect(found).toEqual([])
  expect(read).toBeGreaterThan(200)
})
