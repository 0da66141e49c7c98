/** An element of a parsed document. */
export interface ParsedElement {
  name: string
  attributes: Record<string, string>
  children: ParsedElement[]
  text: string
}

const token =
  /<\?[^?]*\?>|<!DOCTYPE[^>]*>|<!--(?:(?!--)[^])*-->|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y

/** Parses XML as strictly as its readers do. Throws if it isn’t well-formed. */
export function parseXml(text: string): ParsedElement {
  const root: ParsedElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at
    const found = token.exec(text)
    if (!found) throw new Error(`Not well-formed: ${text.slice(at, at + 80)}`)
    const [, end, name, attributes = '', empty, content] = found
    const parent = open.at(-1)!
    if (content !== undefined) parent.text += unescapeXml(content)
    if (name === undefined) continue
    if (end) {
      if (open.pop()!.name !== name) throw new Error(`Not open: ${name}`)
      continue
    }
    const element = { name, attributes: readAttributes(attributes), children: [], text: '' }
    parent.children.push(element)
    if (!empty) open.push(element)
  }
  if (open.length > 1 || root.children.length !== 1 || root.text.trim() !== '')
    throw new Error('Not one element')
  return root.children[0]!
}

function readAttributes(text: string): Record<string, string> {
  const entries = Array.from(
    text.matchAll(/([\w:.-]+)="([^"]*)"/g),
    ([, name, value]): [string, string] => [name!, unescapeXml(value!)],
  )
  const attributes = Object.fromEntries(entries)
  if (Object.keys(attributes).length < entries.length) throw new Error(`Repeated in ${text}`)
  return attributes
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  return text.replace(/&(\w*);?/g, (entity, name: string) => {
    if (entities[name] === undefined || !entity.endsWith(';')) throw new Error(`Unknown: ${entity}`)
    return entities[name]
  })
}

/** All elements inside an element, or those with a name. */
export function elementsIn(element: ParsedElement, name?: string): ParsedElement[] {
  const all = element.children.flatMap((child) => [child, ...elementsIn(child)])
  return name === undefined ? all : all.filter((child) => child.name === name)
}
