import { IntlMessageFormat } from 'intl-messageformat'
import { en } from './english.ts'
import type { Catalog } from './translator.ts'

type Elements = ReturnType<IntlMessageFormat['getAst']>

const plain = 'ABCDEGHIKLNOPRSTUWYZabcdeghiklnoprstuwyz'
const accented = 'ÀßÇÐÈĜĤÌĶĹÑÒÞŔŠŢÙŴÝŽàƀçðèĝĥìķĺñòþŕšţùŵýž'
const letters = new Map(Array.from(plain, (letter, index) => [letter, accented[index]!]))

/** Adds accents and brackets to a message and makes it about 40% longer, without changing values and plural syntax. */
export function pseudoText(text: string): string {
  const format = new IntlMessageFormat(text, 'en', undefined, {
    ignoreTag: true,
    captureLocation: true,
  })
  let result = text
  for (const [start, end] of literalsIn(format.getAst()).toReversed()) {
    result = result.slice(0, start) + lengthen(result.slice(start, end)) + result.slice(end)
  }
  return `[${result}]`
}

/** The whole English catalog in pseudo-localization. */
export function pseudoCatalog(): Catalog {
  return Object.fromEntries(Object.entries(en).map(([id, text]) => [id, pseudoText(text)]))
}

/** The start and end of each run of literal text, in order. */
function literalsIn(elements: Elements): [start: number, end: number][] {
  return elements.flatMap((element) => {
    if (element.type === 0) return [[element.location!.start.offset, element.location!.end.offset]]
    const options = 'options' in element ? Object.values(element.options) : []
    return options.flatMap(({ value }) => literalsIn(value))
  })
}

/** About a third of English letters are vowels. */
function lengthen(literal: string): string {
  return literal.replace(/\p{L}/gu, (letter) => {
    const other = letters.get(letter) ?? letter
    return /[aeiou]/i.test(letter) ? other + other.toLowerCase() : other
  })
}
