const firstWord = /^(?:who|what|but|and|of)\b/i
const relativeClause = /^(?:is|has) (?:one |nothing |none )?(?:who|whom|what|that)\b/i
const phrases = /\b(where|so many|of its own|of their own|as it is|as they are|is told of)\b/i

/** In these phrases, “where” refers to a place. */
const allowed = /\b(explains|lists|names|says|shows|tells) where\b/gi

/** The words that make a test title read as translated; undefined if there are none. */
export function translatedWords(title) {
  const matches = [
    firstWord.exec(title),
    relativeClause.exec(title),
    phrases.exec(title.replaceAll(allowed, '')),
  ]
  return matches.find((match) => match)?.[0]
}

/** The names in a callee: `it` and `each` for `it.each([])` and `it.each`. */
function namesOf(node) {
  if (node.type === 'Identifier') return [node.name]
  if (node.type === 'CallExpression') return namesOf(node.callee)
  if (node.type === 'TaggedTemplateExpression') return namesOf(node.tag)
  if (node.type === 'MemberExpression') return [...namesOf(node.object), node.property.name]
  return []
}

function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type !== 'TemplateLiteral') return undefined
  return node.quasis.map(({ value }) => value.cooked).join('…')
}

/** Reports test titles that aren't a predicate in plain English. */
export const testTitles = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      translated:
        'Start with a verb, and name a condition with “if” or “when”: “{{ words }}” reads as translated.',
    },
  },
  create(context) {
    return {
      CallExpression(node) {
        const [name, ...modifiers] = namesOf(node.callee)
        const isTest = (name === 'it' || name === 'test') && !modifiers.includes('describe')
        const title = isTest ? textOf(node.arguments[0]) : undefined
        const words = title === undefined ? undefined : translatedWords(title)
        if (words) {
          context.report({ node: node.arguments[0], messageId: 'translated', data: { words } })
        }
      },
    }
  },
}
