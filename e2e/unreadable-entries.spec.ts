import { json, startServer } from '../src/core/testing/http-server.ts'
import { openScreen } from './support/actions.ts'
import { expect, heading, test } from './support/test.ts'
import type { TestSandbox } from './support/sandbox.ts'

/** A proxy for the sandbox that adds two unreadable entries to every list of emails. */
async function startEmailProxy({ url }: TestSandbox) {
  return startServer(({ method, url: path, headers, body }, response) => {
    void (async () => {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { 'private-token': String(headers['private-token']) },
        body: body || undefined,
      })
      const value: unknown = await answer.json()
      const isList = path.startsWith('/api/v4/user/emails')
      json(response, answer.status, isList ? [null, ...(value as unknown[]), { id: {} }] : value)
    })()
  })
}

test('omits unreadable entries from a list, and shows their count @full', async ({
  app,
  sandbox,
}) => {
  const proxy = await startEmailProxy(sandbox)
  const page = await app.openSignedIn({ ...sandbox, url: proxy.url })
  await openScreen(page, 'Emails')
  await expect(heading(page, 'Emails')).toBeVisible()
  await expect(page.getByText('2 entries couldn’t be read.')).toBeVisible()
  const list = page.getByRole('grid', { name: 'Addresses' })
  await expect(list.getByText('maya@tidewater.example').first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await app.expectAccessible()
  await proxy.stop()
})
