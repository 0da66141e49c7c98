import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Email } from './emails.ts'
import { type Page, type ServiceApi, serviceTable } from './index.ts'

describe('ServiceApi', () => {
  it('returns pages for paged endpoints, values for others, and omits local endpoints', () => {
    expect(serviceTable.emails.list.paged).toBe(true)
    expectTypeOf<ServiceApi['emails']['list']>().returns.resolves.toEqualTypeOf<Page<Email>>()
    expectTypeOf<ServiceApi['emails']['list']>().toBeCallableWith({ cursor: 'page=2' })
    expectTypeOf<ServiceApi['emails']['get']>().toBeCallableWith({ email_id: 1 })
    expectTypeOf<ServiceApi['emails']['add']>().toBeCallableWith({ email: 'a@b.c' })
    expectTypeOf<ServiceApi['moderation']>().toEqualTypeOf<Record<never, never>>()
    expectTypeOf<ServiceApi['status']>().not.toHaveProperty('set')
  })
})
