import ts from 'typescript'
import { type Source, scriptOf } from './sources.ts'

/** A function with its length in lines. */
export interface LongFunction {
  path: string
  name: string
  lines: number
}

/** The functions of a file that have names, longest first; classes are not functions, their methods are. */
export function functionsOf(source: Source): LongFunction[] {
  const file = ts.createSourceFile('file.ts', scriptOf(source), ts.ScriptTarget.Latest, true)
  const found: LongFunction[] = []
  const visit = (node: ts.Node): void => {
    const name = nameOf(node)
    if (name) found.push({ path: source.path, name, lines: linesBetween(file, node) })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found.toSorted((a, b) => b.lines - a.lines)
}

function nameOf(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.name?.getText()
  if (ts.isConstructorDeclaration(node)) return 'constructor'
  const { parent } = node
  const isExpression = ts.isArrowFunction(node) || ts.isFunctionExpression(node)
  return isExpression && parent && ts.isVariableDeclaration(parent)
    ? parent.name.getText()
    : undefined
}

function linesBetween(file: ts.SourceFile, node: ts.Node): number {
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line
  return lineAt(node.getEnd()) - lineAt(node.getStart()) + 1
}
