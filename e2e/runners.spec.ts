import type { Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import type { TestSandbox } from './support/sandbox.ts'
import { filesContaining, takeHeapSnapshot, readPageStorage } from './support/secrets.ts'
import { expect, heading, test } from './support/test.ts'

test.use({ wholeChromium: true })

async function openForm(page: Page): Promise<void> {
  await openScreen(page, 'New runner')
  await expect(heading(page, 'New runner')).toBeVisible()
}

const create = (page: Page) => page.getByRole('button', { name: 'Create runner' })
const secret = (page: Page) => page.getByRole('region', { name: 'Runner token' })
const type = (page: Page, name: string) => page.locator('label', { hasText: name }).first()
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Creates an instance runner and returns its token without reading it from the page. */
async function createForInstance(page: Page): Promise<string> {
  await type(page, 'Instance').click()
  const answered = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes('user.createRunner')),
  )
  await create(page).click()
  const { value } = await (await answered).json()
  await expect(secret(page)).toBeVisible()
  return value.token
}

/** The ID of a project the user owns. */
async function findOwnedProject({ url, tokens }: TestSandbox): Promise<number> {
  const get = async (path: string, token: string) =>
    (await fetch(`${url}/api/v4${path}`, { headers: { 'PRIVATE-TOKEN': token } })).json()
  const { id } = await get('/user', tokens.user)
  const all = await get(`/users/${id}/memberships?type=Project&per_page=100`, tokens.admin)
  return all.find((one: { access_level: number }) => Number(one.access_level) === 50).source_id
}

test('shows the fields of each type, and keeps the form until the runner is created @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)

  await test.step('keeps the form if GitLab rejects the request or is down', async () => {
    await openForm(page)
    await page.getByLabel('Project ID').fill('1')
    await page.getByLabel('Description').fill('Cellar')
    await create(page).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await sandbox.stop()
    await create(page).click()
    await expect(page.getByRole('alert')).toContainText('Can’t reach')
    await expect(page.getByLabel('Description')).toHaveValue('Cellar')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.goBack()
    await expect(page.getByText('Unsaved changes from')).toBeVisible()
    await expect(page.getByLabel('Description')).toHaveValue('Cellar')
    await sandbox.start()
    await page.getByLabel('Project ID').fill(String(await findOwnedProject(sandbox)))
    await create(page).click()
    await expect(secret(page)).toBeVisible()
  })

  await test.step('shows the fields of each type, and shows errors next to the field', async () => {
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Close without copying' }).click()
    await expect(page.getByRole('radio', { name: /^Instance/ })).toBeDisabled()
    await create(page).click()
    await expect(page.getByLabel('Project ID')).toBeFocused()
    await expect(page.getByText('Enter a numeric ID, such as 1234.')).toBeVisible()
    await type(page, 'Group').click()
    await expect(page.getByLabel('Group ID')).toBeVisible()
    await expect(page.getByLabel('Project ID')).toHaveCount(0)
    await type(page, 'Project').click()
    await page.getByLabel('Project ID').fill(String(await findOwnedProject(sandbox)))

    await page.getByRole('switch', { name: 'Run untagged jobs' }).click()
    await create(page).click()
    await expect(page.getByText('Add at least one tag, or')).toBeVisible()
    const tags = page.getByRole('textbox', { name: 'Tags' })
    await tags.pressSequentially('linux,docker')
    await tags.press('Enter')
    await expect(page.getByRole('list', { name: 'Tags' })).toHaveText('linuxdocker')
    await page.getByRole('button', { name: 'Remove tag linux' }).click()
    const note = page.getByLabel('Maintenance note')
    await note.fill('🌴'.repeat(1030))
    await expect(page.getByText('1,024/1,024')).toBeVisible()
    const timeout = page.getByLabel('Maximum job timeout')
    await timeout.fill('5400')
    await expect(page.getByText('1 hour 30 minutes')).toBeVisible()
    await timeout.fill('60')
    await create(page).click()
    await expect(page.getByText('Needs to be at least 10 minutes.')).toBeVisible()
    await expect(timeout).toBeFocused()
    await app.expectAccessible()
    await timeout.fill('600')
    await create(page).click()
    await expect(secret(page)).toBeVisible()
    await app.expectAccessible()
  })
})

test(
  'shows the token once, masked, and leaves no trace of it @full',
  { tag: '@browser' },
  async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin, {
      beforeOpen: (opened) => opened.clock.install(),
    })
    await openForm(page)
    const token = await createForInstance(page)
    await expect(secret(page)).not.toContainText(token)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('dialog')).toContainText('can’t be shown again')
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()

    await page.getByRole('button', { name: 'Show Runner token' }).click()
    await expect(secret(page)).toContainText(token)
    // Proves that a heap search can find the token.
    expect(await takeHeapSnapshot(page)).toContain(token)
    await page.getByRole('button', { name: 'Copy Runner token' }).click()
    await expect(page.getByText('Runner token copied.')).toBeVisible()
    expect(await clipboard(page)).toBe(token)
    await page.getByRole('button', { name: 'Copy Registration command' }).click()
    await expect(page.getByText('Registration command copied.')).toBeVisible()
    expect(await clipboard(page)).toBe(
      `gitlab-runner register --url ${sandbox.url} --token ${token}`,
    )
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(create(page)).toBeVisible()
    await openScreen(page, 'Status')
    await page.clock.fastForward(30_000)
    await expect(page.getByText('Clipboard cleared.')).toBeVisible()
    expect(await clipboard(page)).toBe('')

    expect(await takeHeapSnapshot(page)).not.toContain(token)
    expect(await readPageStorage(page)).not.toContain(token)
    expect(filesContaining(app.data, [token])).toEqual([])
    expect(app.output()).not.toContain(token)
  },
)

test(
  'clears the token from the clipboard unless something else was copied since @full',
  { tag: '@browser' },
  async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin, {
      beforeOpen: (opened) => opened.clock.install(),
    })
    await openForm(page)
    await createForInstance(page)
    const copy = page.getByRole('button', { name: 'Copy Runner token' })

    await test.step('keeps content copied since', async () => {
      await copy.click()
      await expect(page.getByText('Runner token copied.')).toBeVisible()
      await page.evaluate(() => navigator.clipboard.writeText('something else'))
      await page.clock.fastForward(31_000)
      await expect(page.getByText('is on the clipboard, which is cleared')).toHaveCount(0)
      expect(await clipboard(page)).toBe('something else')
    })

    await test.step('clears an unreadable clipboard only if no other app can have used it', async () => {
      await page.context().clearPermissions()
      await copy.click()
      await expect(page.getByText('Runner token copied.')).toBeVisible()
      await page.clock.fastForward(30_000)
      await expect(page.getByText('Clipboard cleared.')).toBeVisible()

      await copy.click()
      await expect(page.getByText('Runner token copied.')).toBeVisible()
      await page.evaluate(() => window.dispatchEvent(new Event('blur')))
      await page.clock.fastForward(30_000)
      await expect(page.getByText('Runner token may still be on the clipboard.')).toBeVisible()
      await page.getByRole('button', { name: 'Clear clipboard' }).click()
      await expect(page.getByText('Clipboard cleared.')).toBeVisible()
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      expect(await clipboard(page)).toBe('')
    })
  },
)
