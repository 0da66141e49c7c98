/** An element with attributes and children; a string is text. */
export type Element = readonly [
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: (Element | string)[],
]

/** Writes an XML document; a comment says where it comes from. */
export function xmlDocument(root: Element, { comment = '', doctype = '' } = {}): string {
  const head = ['<?xml version="1.0" encoding="UTF-8"?>', doctype, comment && `<!-- ${comment} -->`]
  return [...head.filter(Boolean), ...linesOf(root, ''), ''].join('\n')
}

function linesOf([name, attributes, ...children]: Element, indent: string): string[] {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXml(String(value))}"`,
  )
  const start = `${indent}<${name}${written.join('')}`
  if (children.length === 0) return [`${start} />`]
  if (children.every((child) => typeof child === 'string'))
    return [`${start}>${children.map(escapeXml).join('')}</${name}>`]
  const lines = children.flatMap((child) =>
    typeof child === 'string' ? [`${indent}  ${escapeXml(child)}`] : linesOf(child, `${indent}  `),
  )
  return [`${start}>`, ...lines, `${indent}</${name}>`]
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
