import { IntlMessageFormat } from 'intl-messageformat'
import { en } from '../../../src/shared/messages/english.ts'

/** Functions that translate or refer to a message, with its ID as the first argument. */
const translateFunctions = new Set(['t', 'message', 'partsOf'])
/** Properties and attributes whose value is displayed, so even a single word counts as text. */
const displayedProperties =
  /^(alt|heading|hint|label|lead|message|placeholder|text|title|tooltip)$|^aria-(label|description|placeholder|valuetext)$/
/** Calls whose sentences are for developers. */
const developerCalls =
  /^(Error|TypeError|RangeError|Symbol|debug|info|warn|error|log|say|describe)$/
const sql =
  /\b(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|ATTACH|VACUUM|WHERE|ORDER BY|BEGIN|COMMIT|ROLLBACK)\b/

/** Whether a string looks like user-facing text: several words that start with a capital or end like a sentence. */
export function looksLikeSentence(text) {
  if (sql.test(text) || !/\p{L}{2,}\s+\S*\p{L}/u.test(text)) return false
  return (
    /^[“"(]?(\p{Lu}[\p{Ll}’']*|SSH|GPG|URL|ID|API|CSV)[\s,]/u.test(text) ||
    /\p{L}{2,}[.!?…]$/u.test(text)
  )
}

/** The names of a message’s values, sorted; undefined if the message isn’t in the catalog. */
export function messageValueNames(id) {
  if (!Object.hasOwn(en, id)) return undefined
  const names = new Set()
  const walk = (elements) => {
    for (const element of elements) {
      // Literals and a plural’s `#` have no name.
      if (element.type !== 0 && element.type !== 7) names.add(element.value)
      for (const option of Object.values(element.options ?? {})) walk(option.value)
    }
  }
  walk(new IntlMessageFormat(en[id], 'en', undefined, { ignoreTag: true }).getAst())
  return [...names].toSorted()
}

/** The names of an object’s properties, sorted; undefined if they can’t be determined. */
function namesIn(object) {
  if (!object) return []
  if (object.type !== 'ObjectExpression') return undefined
  if (object.properties.some(({ type, computed }) => type !== 'Property' || computed))
    return undefined
  return object.properties.map(({ key }) => key.name ?? key.value).toSorted()
}

function visitors(context, template, script) {
  const { defineTemplateBodyVisitor } = context.sourceCode.parserServices
  return defineTemplateBodyVisitor ? defineTemplateBodyVisitor(template, script) : script
}

/** Requires that a message gets exactly the values in its text, and isn’t translated before the catalog is loaded. */
export const messageValues = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      values: '{{ id }} needs {{ needed }}, and gets {{ given }}.',
      early: 'The catalog may not be loaded yet: call t where the text is shown.',
    },
  },
  create(context) {
    const isComponent = context.filename.endsWith('.vue')
    const checkValues = (node, id, given) => {
      const needed = messageValueNames(id)
      if (!needed || !given || needed.join() === given.join()) return
      const list = (names) => names.join(', ') || 'none'
      context.report({
        node,
        messageId: 'values',
        data: { id, needed: list(needed), given: list(given) },
      })
    }
    const CallExpression = (node) => {
      if (!translateFunctions.has(node.callee.name)) return
      const [id, values] = node.arguments
      if (id?.type === 'Literal') checkValues(node, id.value, namesIn(values))
      if (node.callee.name === 't' && !isComponent && !isInFunction(node)) {
        context.report({ node, messageId: 'early' })
      }
    }
    const VElement = (node) => {
      if (node.rawName !== 'FormattedMessage') return
      const attributes = node.startTag.attributes
      const id = attributes.find(({ directive, key }) => !directive && key.name === 'id')
      const values = attributes.find(({ key }) => key.argument?.name === 'values')
      if (!id) return
      const slots = node.children.flatMap((child) =>
        child.type === 'VElement'
          ? child.startTag.attributes
              .filter(({ directive, key }) => directive && key.name.name === 'slot')
              .map(({ key }) => key.argument?.rawName)
          : [],
      )
      const attributeNames = namesIn(values?.value?.expression)
      checkValues(
        node.startTag,
        id.value.value,
        attributeNames && [...attributeNames, ...slots].toSorted(),
      )
    }
    return visitors(context, { CallExpression, VElement }, { CallExpression })
  },
}

/** Elements that can occur inside sentences. */
const inlineElements = new Set([
  'FormattedMessage',
  'RouterLink',
  'ExternalLink',
  'MomentText',
  'a',
  'bdi',
])
/** Elements that visually separate their children. */
const spacedContainers = new Set(['Row', 'Stack', 'Grid', 'PageHeader'])

/**
 * Requires an explicit space between inline elements on separate lines. Vue drops whitespace that contains a line
 * break, so the text of the two elements would run together.
 */
export const sentenceSpaces = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { space: `Vue drops the line break before this: put {{ code }} there.` },
  },
  create(context) {
    const VElement = (node) => {
      if (!inlineElements.has(firstInline(node)?.rawName) || hasDirective(node, /^else(-if)?$/))
        return
      const siblings = node.parent.children
      const index = siblings.indexOf(node)
      const isBroken =
        siblings[index - 1]?.type === 'VText' && /^\s*\n\s*$/.test(siblings[index - 1].value)
      const before = siblings[index - 2]
      if (
        !isBroken ||
        !inlineElements.has(before?.rawName) ||
        spacedContainers.has(containerOf(node))
      )
        return
      context.report({ node, messageId: 'space', data: { code: `{{ ' ' }}` } })
    }
    return visitors(context, { VElement }, {})
  },
}

function hasDirective({ startTag }, name) {
  return startTag.attributes.some(({ directive, key }) => directive && name.test(key.name.name))
}

/** Returns the element, or the first one in a template that only groups elements. */
function firstInline(node) {
  if (node?.rawName !== 'template') return node
  const [first] = node.children.filter(({ type, value }) => type !== 'VText' || value.trim() !== '')
  return first
}

/** The name of a node’s parent element, ignoring a `template` that only groups elements. */
function containerOf({ parent }) {
  const isGroup = parent.rawName === 'template' && !hasDirective(parent, /^slot$/)
  return isGroup && parent.parent.rawName ? containerOf(parent) : parent.rawName
}

function isInFunction(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (/Function|^PropertyDefinition$/.test(at.type)) return true
  }
  return false
}

/** Requires user-facing text to be in the catalog. */
export const noSentences = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { sentence: '“{{ text }}” belongs in the catalog, src/shared/messages.' },
  },
  create(context) {
    const report = (node, text) =>
      context.report({ node, messageId: 'sentence', data: { text: text.trim().slice(0, 60) } })
    const check = (node, text) => {
      if (isForDevelopers(node)) return
      if (looksLikeSentence(text) || (isDisplayed(node) && /^\p{Lu}\p{Ll}+/u.test(text)))
        report(node, text)
    }
    const script = {
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
      TemplateLiteral: (node) =>
        check(node, node.quasis.map(({ value }) => value.cooked).join('x')),
    }
    const template = {
      ...script,
      VText: (node) => /\p{L}{2,}/u.test(node.value) && !isCode(node) && report(node, node.value),
      VAttribute: (node) => {
        if (node.directive || !node.value) return
        if (displayedProperties.test(node.key.rawName) && /\p{L}{2,}/u.test(node.value.value))
          report(node, node.value.value)
      },
    }
    return visitors(context, template, script)
  },
}

function isDisplayed({ parent }) {
  return (
    parent?.type === 'Property' && displayedProperties.test(parent.key.name ?? parent.key.value)
  )
}

function isForDevelopers(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === 'NewExpression' || at.type === 'CallExpression') {
      const { callee } = at
      if (developerCalls.test(callee.name ?? callee.property?.name ?? '')) return true
    }
    if (/^(Import|Export)\w*Declaration$/.test(at.type) && at.source === node) return true
    if (/Function|Statement$|Declaration$/.test(at.type)) return false
  }
  return false
}

/** Whether a node shows literal user input, which is the same in every language. */
function isCode(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (/^(code|kbd|pre|style|script)$/.test(at.rawName ?? '')) return true
  }
  return false
}
