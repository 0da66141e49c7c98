const isDate = (node) => node.type === 'Identifier' && node.name === 'Date'

/** Reports code that reads the computer’s clock: `Date.now`, `new Date()`, and `Date()`. */
export const clock = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      read: 'Take a clock as an argument, or call `currentTime` of src/shared/rules/clock.ts.',
    },
  },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'read' })
    return {
      MemberExpression(node) {
        if (isDate(node.object) && node.property.name === 'now') report(node)
      },
      ':matches(NewExpression, CallExpression)'(node) {
        const readsClock = node.type === 'CallExpression' || node.arguments.length === 0
        if (isDate(node.callee) && readsClock) report(node)
      },
    }
  },
}
