import { type Ref, createSSRApp, effectScope, h, ref } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import { provideConfirm, useConfirm, useDiscardQuestion } from './use-confirm.ts'

const question = {
  title: 'Delete the key?',
  text: 'It stops working.',
  confirm: 'Delete key',
  what: 'delete_own_key',
  isReversible: false,
} as const

/** Mounts a component that asks while its scope is active. */
async function asker(isDirty: Ref<boolean> = ref(false)) {
  const scope = effectScope()
  let current!: ReturnType<typeof provideConfirm>['current']
  let ask!: ReturnType<typeof useConfirm>
  let confirmDiscard!: ReturnType<typeof useDiscardQuestion>
  const Asker = {
    setup() {
      ask = scope.run(() => useConfirm())!
      confirmDiscard = scope.run(() => useDiscardQuestion(isDirty))!
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
  return { ask, confirmDiscard, current, leave: () => scope.stop() }
}

it('resolves to false when the asking component unmounts', async () => {
  const { ask, current, leave } = await asker()
  const answer = ask(question)
  expect(current.value?.title).toBe('Delete the key?')
  leave()
  expect(await answer).toBe(false)
  expect(current.value).toBeUndefined()
})

it('doesn’t ask for an unmounted component', async () => {
  const { ask, current, leave } = await asker()
  leave()
  expect(await ask(question)).toBe(false)
  expect(current.value).toBeUndefined()
})

it('leaves another component’s question open', async () => {
  const { ask, current, leave } = await asker()
  const first = ask(question)
  const second = ask({ ...question, title: 'Delete the other?' })
  expect(await first).toBe(false)
  current.value!.answer(true)
  expect(await second).toBe(true)
  leave()
  expect(current.value).toBeUndefined()
})

it('skips the question for a reversible action', async () => {
  const { ask, current } = await asker()
  expect(await ask({ ...question, isReversible: true, count: 50 })).toBe(true)
  expect(current.value).toBeUndefined()
})

it('requires typing the count, and marks only irreversible actions in red', async () => {
  const { ask, current } = await asker()
  void ask({ ...question, isReversible: true, count: 51 })
  expect(current.value).toMatchObject({ typed: '51', isIrreversible: false })
  void ask({ ...question, count: 2 })
  expect(current.value).toMatchObject({ typed: '2', isIrreversible: true })
})

it('shows the affected user, and requires typing their username', async () => {
  const { ask, current } = await asker()
  const user = { account: 'a', id: 7, name: 'Maya', username: 'maya' }
  void ask({ ...question, what: 'delete_user_identity', user })
  expect(current.value).toMatchObject({ typed: 'maya', user, isIrreversible: true })
})

it('shows a credential’s owner, and doesn’t require typing', async () => {
  const { ask, current } = await asker()
  const user = { account: 'a', id: 7, name: 'Maya', username: 'maya' }
  void ask({ ...question, what: 'revoke_token', user })
  expect(current.value).toMatchObject({ typed: undefined, user, isIrreversible: true })
})

it('asks before discarding changes, unless there are none', async () => {
  const isDirty = ref(false)
  const { confirmDiscard, current } = await asker(isDirty)
  expect(await confirmDiscard()).toBe(true)
  isDirty.value = true
  const answer = confirmDiscard()
  expect(current.value).toMatchObject({ title: 'Discard your changes?', isIrreversible: true })
  current.value!.answer(undefined)
  expect(await answer).toBe(false)
})
