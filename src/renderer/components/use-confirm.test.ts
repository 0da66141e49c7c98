import { createSSRApp, effectScope, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import { provideConfirm, useConfirm } from './use-confirm.ts'

const question = {
  title: 'Delete the key?',
  text: 'It stops working.',
  confirm: 'Delete key',
  what: 'delete_own_key',
  isReversible: false,
} as const

/** A component that asks, as long as its scope lives. */
async function asker() {
  const scope = effectScope()
  let current!: ReturnType<typeof provideConfirm>['current']
  let ask!: ReturnType<typeof useConfirm>
  const Asker = {
    setup() {
      ask = scope.run(() => useConfirm())!
      return () => undefined
    },
  }
  const Root = {
    setup() {
      ;({ current } = provideConfirm())
      return () => h(Asker)
    },
  }
  await renderToString(createSSRApp(Root))
  return { ask, current, leave: () => scope.stop() }
}

it('answers no when the component that asked is gone', async () => {
  const { ask, current, leave } = await asker()
  const answer = ask(question)
  expect(current.value?.title).toBe('Delete the key?')
  leave()
  expect(await answer).toBe(false)
  expect(current.value).toBeUndefined()
})

it('does not ask for a component that is gone already', async () => {
  const { ask, current, leave } = await asker()
  leave()
  expect(await ask(question)).toBe(false)
  expect(current.value).toBeUndefined()
})

it('leaves the question of another component alone', async () => {
  const { ask, current, leave } = await asker()
  const first = ask(question)
  const second = ask({ ...question, title: 'Delete the other?' })
  expect(await first).toBe(false)
  current.value!.answer(true)
  expect(await second).toBe(true)
  leave()
  expect(current.value).toBeUndefined()
})

it('does at once what can be undone', async () => {
  const { ask, current } = await asker()
  expect(await ask({ ...question, isReversible: true, count: 50 })).toBe(true)
  expect(current.value).toBeUndefined()
})

it('asks for the number of many things, in red only where they can’t be restored', async () => {
  const { ask, current } = await asker()
  void ask({ ...question, isReversible: true, count: 51 })
  expect(current.value).toMatchObject({ typed: '51', isIrreversible: false })
  void ask({ ...question, count: 2 })
  expect(current.value).toMatchObject({ typed: '2', isIrreversible: true })
})

it('shows whom an action is about, and asks for their username', async () => {
  const { ask, current } = await asker()
  const user = { account: 'a', id: 7, name: 'Maya', username: 'maya' }
  void ask({ ...question, what: 'delete_user_key', user })
  expect(current.value).toMatchObject({ typed: 'maya', user, isIrreversible: true })
})

it('revokes a token that was never used without a question', async () => {
  const { ask, current } = await asker()
  expect(await ask({ ...question, what: 'revoke_token', isUnused: true })).toBe(true)
  expect(current.value).toBeUndefined()
})
