import { expect, it } from 'vitest'
import node from './node/en.json' with { type: 'json' }

it('core messages never describe the current state of the queue', () => {
  // Core's messages are stored with actions and responses, so any state they describe may have changed by the time
  // they are read.
  const ownState =
    /\b(queue|actions?|run) (is|are|stays?|resumes?)\b.*\b(paused|on hold|automatically)\b/i
  const texts = Object.entries(node)
  expect(texts.length).toBeGreaterThan(100)
  expect(texts.filter(([, text]) => ownState.test(text))).toEqual([])
})
