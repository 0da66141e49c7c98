import type { Page } from '@playwright/test'
import type { SandboxProcess } from './support/sandbox.ts'
import { expect, heading, test } from './support/test.ts'

const attention = (page: Page) => page.getByRole('list', { name: 'Needs your attention' })
const keptMark = (page: Page) => page.getByRole('main').getByText('Service down', { exact: true })
const readAgain = (page: Page) => page.getByRole('button', { name: 'Read again' })

/** Does away with all that could need the user's attention. */
async function tidyUp({ url, tokens }: SandboxProcess): Promise<void> {
  const call = (path: string, method = 'GET') =>
    fetch(`${url}/api/v4${path}`, { method, headers: { 'PRIVATE-TOKEN': tokens.user } })
  for (const { id } of await (await call('/user/keys?per_page=100')).json()) {
    await call(`/user/keys/${id}`, 'DELETE')
  }
  for (const { id, confirmed_at } of await (await call('/user/emails?per_page=100')).json()) {
    if (!confirmed_at) await call(`/user/emails/${id}`, 'DELETE')
  }
  await call('/user/status', 'PUT')
}

test('is the first screen, and shows what needs attention with a way there', async ({
  app,
  sandbox,
}) => {
  const page = await app.open()
  await app.signIn(sandbox)
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(page.getByText(/^Good (morning|afternoon|evening), /)).toBeVisible()
  await expect(page.getByRole('link', { name: /To-do items/ })).toHaveAttribute(
    'href',
    `${sandbox.url}/dashboard/todos`,
  )
  await expect(attention(page)).toContainText('expires in')
  await app.isAccessible()
  await attention(page)
    .getByRole('link', { name: /is not confirmed/ })
    .first()
    .click()
  await expect(heading(page, 'Emails')).toBeVisible()
  await page.goBack()
  await attention(page)
    .getByRole('link', { name: /^SSH key .* expires/ })
    .first()
    .click()
  await expect(heading(page, 'SSH keys')).toBeVisible()
})

test('is pleasant when all is well', async ({ app, sandbox }) => {
  await tidyUp(sandbox)
  const page = await app.open()
  await app.signIn(sandbox)
  await expect(page.getByText('All is well')).toBeVisible()
  await expect(attention(page)).toHaveCount(0)
  await app.isAccessible()
})

test('keeps what it knows while the service is down, and comes back by itself', async ({
  app,
  sandbox,
}) => {
  const page = await app.open()
  await app.signIn(sandbox)
  await expect(attention(page)).toBeVisible()
  await sandbox.stop()
  await readAgain(page).click()
  await expect(keptMark(page)).toBeVisible()
  await expect(attention(page)).toContainText('expires in')
  await expect(page.getByText(/^Last updated today/)).toBeVisible()

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(attention(page)).toContainText('expires in')
  await expect(keptMark(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await app.isAccessible()
  await sandbox.start()
  await page.getByRole('region', { name: 'Connection' }).getByRole('button').click()
  await expect(keptMark(page)).toHaveCount(0)
  await expect(attention(page)).toContainText('expires in')
})

test(
  'looks again when the window gets the focus, at most once a minute',
  { tag: '@browser' },
  async ({ app, sandbox }) => {
    const page = await app.open()
    await page.clock.install()
    await app.signIn(sandbox)
    await expect(attention(page)).toBeVisible()
    await tidyUp(sandbox)
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.postData()?.includes('attention.get')) calls.push(request.url())
    })
    const focus = () => page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await focus()
    await page.clock.fastForward(61_000)
    await focus()
    await focus()
    await expect(page.getByText('All is well')).toBeVisible()
    expect(calls).toHaveLength(1)
  },
)
