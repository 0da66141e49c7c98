import { describe, expect, it } from 'vitest'
import { registerApplication } from '../../sandbox/testing/oauth.ts'
import type { Account } from '../../shared/operations/accounts.ts'
import { openStart, signInWithBrowser, startSignIn } from '../features/accounts/testing/browser.ts'
import { ManagedStage, managed } from './testing/managed-stage.ts'

async function startWithApplication(scopes?: string[]) {
  const stage = await ManagedStage.start()
  const { clientId: oauthClientId } = await registerApplication(stage.sandbox, {
    scopes: 'api read_user',
  })
  const instance = { url: stage.sandbox.url, oauthClientId, ...(scopes && { scopes }) }
  await stage.restart(managed({ instances: [instance] }))
  const user = { latchkey: stage.app, sandbox: stage.sandbox, clientId: 'of-the-user' }
  return { stage, oauthClientId, user }
}

describe('the application of a company’s instance', () => {
  it('is used instead of the user’s', async () => {
    const { oauthClientId, user } = await startWithApplication()
    const account = await signInWithBrowser(user, 'maya.lindqvist')
    expect(account.session).toEqual({ clientId: oauthClientId })
  })

  it('is offered instead of that of a link', async () => {
    const { stage, oauthClientId } = await startWithApplication()
    const query = new URLSearchParams({ instance: stage.sandbox.url, client: 'of-the-link' })
    for (const baseUrl of [stage.sandbox.url, `latchkey://sign-in?${query}`]) {
      const inspected = await stage.app.value('accounts.inspect', { baseUrl, admin: false })
      expect(inspected).toMatchObject({ clientId: oauthClientId })
    }
  })

  it('is asked for the company’s scopes', async () => {
    const { user } = await startWithApplication(['read_user', 'api'])
    const page = new URL(await openStart(await startSignIn(user, { admin: true })))
    expect(page.searchParams.get('scope')).toBe('read_user api')
  })

  it('leaves no other application to create', async () => {
    const { stage } = await startWithApplication()
    const account: Account = await stage.signIn('user')
    const offer = await stage.app.value('browserSessions.offersOwn', {}, account.id)
    expect(offer).toEqual({ isOffered: false })
    await stage.restart(managed({}))
    const other = await stage.app.value('browserSessions.offersOwn', {}, account.id)
    expect(other).toEqual({ isOffered: true })
  })
})
