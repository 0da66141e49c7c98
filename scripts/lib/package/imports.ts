import ts from 'typescript'

/** The specifiers that a JavaScript file imports or requires, in order. */
export function findImports(text: string): string[] {
  const specifiers: string[] = []
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node)
    if (specifier && ts.isStringLiteralLike(specifier)) specifiers.push(specifier.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('built.js', text, ts.ScriptTarget.Latest))
  return specifiers
}

function specifierOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (!ts.isCallExpression(node)) return undefined
  const { expression: called } = node
  const isRequire = ts.isIdentifier(called) && called.text === 'require'
  return isRequire || called.kind === ts.SyntaxKind.ImportKeyword ? node.arguments[0] : undefined
}
