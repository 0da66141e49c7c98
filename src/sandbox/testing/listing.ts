import { expect } from 'vitest'
import type { TestSandbox } from './harness.ts'

/** A user in a list. */
export type ListedUser = Record<string, unknown> & { id: number; username: string; state: string }

/** Requests GET /users with one of the seeded tokens. */
export function createUserLister(sandbox: () => TestSandbox) {
  const ask = (query: string, who: 'admin' | 'user' = 'admin') =>
    sandbox().ask('GET', `/users?${query}`, { token: sandbox().tokens[who] })
  const list = async (query: string, who?: 'admin' | 'user') => {
    const { status, body } = await ask(`per_page=100&${query}`, who)
    expect(status).toBe(200)
    return body as ListedUser[]
  }
  const names = async (query: string, who?: 'admin' | 'user') =>
    (await list(query, who)).map(({ username }) => username)
  return { ask, list, names }
}
