import { dateIn } from '../../../testing/dates.ts'
import type { Sandbox } from '../../../../sandbox/start.ts'

type Call = <T>(method: string, path: string, body?: object) => Promise<T>

/** Calls the API as the user who has this token. */
export function callAs({ url }: Pick<Sandbox, 'url'>, token: string): Call {
  return async <T>(method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/api/v4${path}`, {
      method,
      headers: { 'private-token': token, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    const text = await answer.text()
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
}

/** Creates a token for a user as an administrator. */
export async function tokenOf(admin: Call, id: number): Promise<string> {
  const path = `/users/${id}/impersonation_tokens`
  const input = { name: 'test', scopes: ['api'], expires_at: dateIn(30) }
  const { token } = await admin<{ token: string }>('POST', path, input)
  return token
}

/** Another administrator, who can block and demote the account's user. */
export async function secondAdministrator(sandbox: Sandbox): Promise<Call> {
  const first = callAs(sandbox, sandbox.tokens.admin)
  const { id } = await first<{ id: number }>('POST', '/users', {
    username: 'second.admin',
    name: 'Second Admin',
    email: 'second.admin@example.com',
    force_random_password: true,
    skip_confirmation: true,
    admin: true,
  })
  return callAs(sandbox, await tokenOf(first, id))
}
