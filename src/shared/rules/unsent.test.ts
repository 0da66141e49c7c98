import { expect, it } from 'vitest'
import { textOf } from '../../core/platform/messages.ts'
import { quitQuestion } from './unsent.ts'

function inWords(unsent: Parameters<typeof quitQuestion>[0]) {
  const question = quitQuestion(unsent)!
  return Object.fromEntries(Object.entries(question).map(([name, text]) => [name, textOf(text)]))
}

it("doesn't ask if nothing is queued", () => {
  expect(quitQuestion({ kept: 0, lost: 0 })).toBeUndefined()
})

it('warns about losing a new token before anything else', () => {
  const token = 'The new access token of an account isn’t stored yet.'
  expect(inWords({ kept: 0, lost: 0, tokens: 1 })).toMatchObject({
    message: token,
    detail: expect.stringContaining('is lost when Latchkey quits'),
  })
  expect(inWords({ kept: 1, lost: 0, tokens: 1 })).toMatchObject({
    message: token,
    detail: expect.stringMatching(/is lost when .* 1 action hasn’t been sent yet\. It is kept/),
  })
})

it('includes the number of unsent actions and what happens to them', () => {
  expect(inWords({ kept: 1, lost: 0 })).toEqual({
    message: '1 action hasn’t been sent yet.',
    detail: 'It is kept on this computer until Latchkey starts again.',
    stay: 'Stay',
    quit: 'Quit',
  })
  expect(inWords({ kept: 1200, lost: 0 })).toMatchObject({
    message: '1,200 actions haven’t been sent yet.',
    detail: 'They are kept on this computer until Latchkey starts again.',
  })
  expect(inWords({ kept: 0, lost: 2 })).toMatchObject({
    detail: 'They are lost because the demo ends with Latchkey.',
  })
  expect(inWords({ kept: 2, lost: 1 })).toMatchObject({
    message: '3 actions haven’t been sent yet.',
    detail:
      '2 actions are kept on this computer until Latchkey starts again. ' +
      '1 action is lost because the demo ends with Latchkey.',
  })
})
