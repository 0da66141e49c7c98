import { sendCreate } from '../create-recovery/create-recovery.ts'
import type { GitLabClient } from '../gitlab-client.ts'
import { createTestClient } from './client.ts'

/** A client for a token, for endpoints without an operation. Looks for what a lost response may have created. */
export function createTokenClient(baseUrl: string, token: string): GitLabClient {
  const { client } = createTestClient()
  const target = { baseUrl, token, isAdmin: true }
  const gitlab: GitLabClient = {
    account: 'test',
    call(endpoint, input, options) {
      const send = () => client.call(target, endpoint, input, options)
      return endpoint.method === 'GET' ? send() : sendCreate(gitlab, endpoint, input, send)
    },
    page: (endpoint, input, cursor, options) =>
      client.page<unknown>(target, endpoint as never, input, cursor, options),
    requestPage: (endpoint, input, cursor, options) =>
      client.requestPage(target, endpoint as never, input, cursor, options),
    all: (endpoint, input, options) => client.all(target, endpoint, input, options),
  }
  return gitlab
}
