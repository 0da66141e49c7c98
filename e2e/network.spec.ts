import { once } from 'node:events'
import { request } from 'node:http'
import { type Server, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { X509Certificate } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  type TestAuthority,
  createAuthority,
} from '../src/core/platform/network/testing/authority.ts'
import { openScreen } from './support/actions.ts'
import { expect, heading, expectSignedIn, signIn, test } from './support/test.ts'

/** Starts a TLS proxy in front of the sandbox, with a certificate from an unknown authority. */
async function startTlsProxy(url: string, authority: TestAuthority): Promise<Server> {
  const server = createServer(authority.issue(), (incoming, response) => {
    const { method, headers } = incoming
    incoming.pipe(
      request(new URL(incoming.url ?? '/', url), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const openSettings = async (page: Page) => {
  await openScreen(page, 'Settings')
  await expect(heading(page, 'Settings')).toBeVisible()
}

test('trusts a selected certificate for its instance only, until it is removed', async ({
  app,
  sandbox,
}) => {
  const authority = createAuthority()
  const server = await startTlsProxy(sandbox.url, authority)
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const page = await app.open()
  await signIn(page, url, sandbox.tokens.user)
  await expect(page.getByText('an authority that this computer doesn’t trust')).toBeVisible()
  await page.getByRole('button', { name: 'Choose certificate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Trust certificate' })
  await expect(dialog.getByRole('textbox', { name: 'Certificate' })).toBeFocused()
  const paste = dialog.getByLabel('Certificate', { exact: true })
  await paste.fill(authority.key)
  await expect(dialog.getByText('contains a private key')).toBeVisible()
  await paste.fill(authority.cert)
  await expect(dialog.getByText(new X509Certificate(authority.cert).fingerprint256)).toBeVisible()
  await app.expectAccessible()
  await dialog.getByRole('button', { name: 'Trust certificate' }).click()
  await expectSignedIn(page)
  await openScreen(page, 'Emails')
  const emails = page.getByRole('main').getByText(/@/).first()
  await expect(emails).toBeVisible()

  await openSettings(page)
  const certificates = page.getByRole('region', { name: 'Certificates' })
  await expect(certificates.getByText(`For ${url} only`)).toBeVisible()
  await certificates.getByRole('button', { name: 'Stop trusting' }).click()
  await expect(certificates.getByText(`For ${url} only`)).toHaveCount(0)
  // One screen has been opened before; the other hasn’t.
  await openScreen(page, 'Emails')
  await expect(page.getByRole('button', { name: 'Choose certificate' })).toBeVisible()
  await expect(emails).toBeVisible()
  await openScreen(page, 'Preferences')
  await expect(page.getByRole('button', { name: 'Choose certificate' })).toBeVisible()
  server.closeAllConnections()
  server.close()
  authority.remove()
})

test('previews diagnostics before they are copied, without names and URLs @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  await openSettings(page)
  const section = page.getByRole('region', { name: 'Diagnostics' })
  await section.getByRole('button', { name: 'Show diagnostics' }).click()
  const text = section.getByLabel('Diagnostics', { exact: true })
  await expect(text).toContainText('Latchkey starts.')
  await expect(text).not.toContainText(sandbox.host)
  await section.getByRole('switch', { name: 'Include GitLab URLs' }).click()
  await expect(text).toContainText(sandbox.host)
  await section.getByRole('button', { name: 'Copy Diagnostics' }).click()
  expect(await app.clipboard()).toContain('System: ')
  await app.expectAccessible()
})
