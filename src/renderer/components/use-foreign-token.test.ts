import { createApp, effectScope, shallowRef } from 'vue'
import { expect, it } from 'vitest'
import { type ConfirmQuestion, confirmKey } from './use-confirm.ts'
import { useForeignTokenQuestion } from './use-foreign-token.ts'

/** The titles of the questions asked about a token, and whether it is sent after the answer. */
async function send(token: string, answer: boolean) {
  const questions: string[] = []
  const app = createApp({})
  const ask = async ({ title, confirm }: ConfirmQuestion) => {
    questions.push(`${title} ${confirm}`)
    return answer
  }
  app.provide(confirmKey, { current: shallowRef(), ask })
  const scope = effectScope()
  const mayBeSent = app.runWithContext(() => scope.run(useForeignTokenQuestion))!
  const isSent = await mayBeSent(token, 'https://git.example:8443/lab/')
  scope.stop()
  return { questions, isSent }
}

it.each([
  [`ghp_${'a1B2'.repeat(9)}`, 'GitHub'],
  [' github_pat_11AAAAAAA0_abc', 'GitHub'],
  ['AKIAIOSFODNN7EXAMPLE', 'AWS'],
  ['xoxb-1234-abcd', 'Slack'],
])('asks before %s is sent', async (token, service) => {
  const questions = [`This looks like a token of ${service} Send to git.example:8443/lab`]
  expect(await send(token, false)).toEqual({ questions, isSent: false })
  expect(await send(token, true)).toEqual({ questions, isSent: true })
})

it.each(['glpat-Zx9yWv8uTs7rQp6oNm5l', 'Zx9yWv8uTs7rQp6oNm5l', 'corp-ghp_1', 'AKIA', ''])(
  'sends “%s” without a question',
  async (token) => {
    expect(await send(token, false)).toEqual({ questions: [], isSent: true })
  },
)
