import { createPinia } from 'pinia'
import { createSSRApp, h, shallowRef } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { RouterView, createMemoryHistory, createRouter } from 'vue-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Envelope } from '../../../shared/rules/failure.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { provideConfirm } from '../../components/use-confirm.ts'
import { stubSessionStorage } from '../../testing/session-storage.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import { useAdminToken } from '../users/use-admin-token.ts'
import { useNewToken } from './use-new-token.ts'

beforeEach(() => void stubSessionStorage())
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const token = { id: 5, name: 'cluster', token: 'glpat-shown-once', scopes: ['k8s_proxy'] }

it.each([
  ['an own token', () => useNewToken('a'), {}],
  ['a user’s token', () => useAdminToken('a', 7, 'personal', () => false), { reason: 'Deploys' }],
])(
  'asks before leaving while %s is being created, and stays if it arrives',
  async (_, use, draft) => {
    const answer = Promise.withResolvers<Envelope>()
    let current!: ReturnType<typeof provideConfirm>['current']
    let made!: ReturnType<typeof use>
    const Screen = {
      setup() {
        made = use()
        return () => undefined
      },
    }
    const app = createSSRApp({
      setup() {
        ;({ current } = provideConfirm())
        return () => h(RouterView)
      },
    })
    app.provide(hostKey, {
      invoke: (name) => (/create/.test(name) ? answer.promise : new Promise(() => undefined)),
      on: () => () => undefined,
    })
    app.provide(toastsKey, {
      current: shallowRef([]),
      showToast: () => undefined,
      closeToast: () => undefined,
      showNote: () => undefined,
    })
    const routes = [
      { path: '/', component: Screen },
      { path: '/other', component: {} },
    ]
    const router = createRouter({ history: createMemoryHistory(), routes })
    app.use(createPinia()).use(router)
    await router.push('/')
    await renderToString(app)

    const { form, createdToken } = made
    Object.assign(form.values, { name: 'cluster', scopes: ['k8s_proxy'], ...draft })
    const sent = form.submit()
    const leaving = router.push('/other')
    await vi.waitUntil(() => current.value)
    expect(current.value).toMatchObject({ title: 'Leave before the new secret arrives?' })
    current.value!.answer(false)
    await leaving
    expect(router.currentRoute.value.path).toBe('/')

    const leavingAgain = router.push('/other')
    await vi.waitUntil(() => current.value)
    answer.resolve({ ok: true, value: token })
    await sent
    await leavingAgain
    expect(current.value).toBeUndefined()
    expect(router.currentRoute.value.path).toBe('/')
    expect(createdToken.value).toMatchObject(token)
    await router.push('/other')
    expect(router.currentRoute.value.path).toBe('/other')
  },
)
