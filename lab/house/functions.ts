import ts from 'typescript'
import { type Source, partOf } from './sources.ts'

/** Lists a file’s named functions, methods, and constructors with their length in lines. */
export function measureFunctions(source: Source) {
  const file = ts.createSourceFile('', partOf(source, 'script'), ts.ScriptTarget.Latest, true)
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line
  const functions: { path: string; name: string; lines: number }[] = []
  const visit = (node: ts.Node): void => {
    const name = ts.isFunctionLike(node) && 'body' in node && nameOf(node)
    const lines = 1 + lineAt(node.getEnd()) - lineAt(node.getStart())
    if (name) functions.push({ path: source.path, name, lines })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return functions
}

function nameOf(node: ts.SignatureDeclaration): string | undefined {
  if (ts.isConstructorDeclaration(node)) return 'constructor'
  const isAssigned = ts.isVariableDeclaration(node.parent)
  return (isAssigned ? (node.parent as ts.VariableDeclaration) : node).name?.getText()
}
