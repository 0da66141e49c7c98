import { createPinia } from 'pinia'
import { createSSRApp, shallowRef } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { createMemoryHistory, createRouter } from 'vue-router'
import { afterEach, expect, it } from 'vitest'
import type { OwnTokenEntry } from '../../../shared/operations/own-tokens.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { confirmKey } from '../../components/use-confirm.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import { useOwnTokens } from './use-own-tokens.ts'

afterEach(() => queryClient.clear())

const token = (id: number): OwnTokenEntry => ({
  id,
  name: `token ${id}`,
  scopes: ['read_api'],
  state: 'active',
  isSignInToken: id === 1,
  wasRotated: false,
  canRevoke: id !== 1,
  canRotate: id !== 1,
  risks: [],
})

it('revokes selected tokens after one question, and keeps the rest selected if one fails', async () => {
  const revoked: number[] = []
  const questions: string[] = []
  const toasts: string[] = []
  let own!: ReturnType<typeof useOwnTokens>
  const app = createSSRApp({
    setup() {
      own = useOwnTokens('a')
      return () => undefined
    },
  })
  app.provide(hostKey, {
    async invoke(name: string, input: unknown) {
      if (name === 'ownTokens.list') {
        const tokens = [1, 2, 3, 4, 5].filter((id) => !revoked.includes(id)).map(token)
        return { ok: true, value: { listed: 'all', tokens } }
      }
      const { id } = input as { id: number }
      if (id === 3) return { ok: false, failure: { kind: 'not-found', message: 'Gone' } }
      if (id === 4) return { ok: false, failure: { kind: 'forbidden', message: 'No' } }
      revoked.push(id)
      return { ok: true, value: {} }
    },
    on: () => () => undefined,
  })
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: (_subject: unknown, _account: unknown, text: unknown) =>
      void toasts.push(String(text)),
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.provide(confirmKey, {
    current: shallowRef(),
    ask: async ({ title }: { title: string }) => {
      questions.push(title)
      return true
    },
  })
  app.use(createPinia())
  app.use(createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] }))
  await renderToString(app)
  await own.query.reload()
  expect(own.revocable.value.map(({ id }) => id)).toEqual([2, 3, 4, 5])
  own.selection.range(own.list.items.value.map(({ id }) => id))
  await own.revokeSelected()
  expect(questions).toEqual(['Revoke 4 tokens?'])
  expect(revoked).toEqual([2])
  expect(toasts).toEqual(['2 of 4 tokens revoked.'])
  expect(own.revoking.failure.value).toMatchObject({ kind: 'forbidden' })
  expect(own.selected.value.map(({ id }) => id)).toEqual([4, 5])
})
