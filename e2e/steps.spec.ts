import type { Locator, Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { makePicture } from './support/pictures.ts'
import { type TestSandbox, callAsUser } from './support/sandbox.ts'
import { expect, test } from './support/test.ts'

// Counts clicks and key presses for common tasks from Home. See also palette.spec.ts for one-line commands,
// keys-from-home.spec.ts for keys, and home.spec.ts for approving all pending users.

/** Performs and counts steps, each a single click or key press. */
function countSteps(page: Page) {
  let count = 0
  return {
    async click(target: Locator): Promise<void> {
      count += 1
      await target.click()
    },
    async press(keys: string): Promise<void> {
      count += 1
      await page.keyboard.press(keys)
    },
    count: () => count,
  }
}

function call<T>(sandbox: TestSandbox, path: string): Promise<T> {
  return callAsUser(sandbox, 'GET', path)
}

const statusOf = (sandbox: TestSandbox) =>
  call<{ message: string | null; clear_status_at: string | null }>(sandbox, '/user/status')

test('sets or clears a status in one step @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox)
  const main = page.getByRole('main')

  await test.step('sets a status preset in 1 step', async () => {
    const { click, count } = countSteps(page)
    await click(main.getByRole('button', { name: /^At lunch/ }))
    await expect.poll(async () => (await statusOf(sandbox)).message).toBe('At lunch')
    expect(count()).toBe(1)
  })

  await test.step('clears the status in 1 step', async () => {
    const { click, count } = countSteps(page)
    await click(main.getByRole('button', { name: 'Clear status' }))
    await expect.poll(async () => (await statusOf(sandbox)).message || '').toBe('')
    expect(count()).toBe(1)
  })
})

test('sets an avatar or a preference in three steps @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox)
  const link = (name: string) => page.getByRole('link', { name, exact: true })

  await test.step('sets an avatar in 3 steps plus choosing a file', async () => {
    const { click, count } = countSteps(page)
    const buffer = await makePicture(page, {
      width: 64,
      height: 64,
      type: 'image/png',
      noise: false,
    })
    await click(link('Profile'))
    await click(link('Avatar'))
    await page
      .getByLabel('Image file', { exact: true })
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    await click(page.getByRole('button', { name: 'Set avatar' }))
    await expect(page.locator('.toast', { hasText: /avatar/i })).toBeVisible()
    expect(count()).toBe(3)
  })

  await test.step('switches a preference in 3 steps', async () => {
    await openScreen(page, 'Home')
    const { click, count } = countSteps(page)
    await click(link('Profile'))
    await click(link('Preferences'))
    await click(page.getByText('One file at a time', { exact: true }))
    await expect
      .poll(() => call<{ view_diffs_file_by_file: boolean }>(sandbox, '/user/preferences'))
      .toMatchObject({ view_diffs_file_by_file: true })
    expect(count()).toBe(3)
  })
})

test('switches accounts in one step, or with one palette command @full', async ({
  app,
  sandbox,
  otherSandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  const switcher = page.getByRole('button', { name: /^Account: / })
  await switcher.click()
  await page.getByRole('menuitem', { name: /add|another account/i }).click()
  await app.signIn(otherSandbox)
  await expect(switcher).toHaveAccessibleName(new RegExp(otherSandbox.host))
  const { press, count } = countSteps(page)
  await press('ControlOrMeta+1')
  await expect(switcher).toHaveAccessibleName(new RegExp(sandbox.host))
  expect(count()).toBe(1)

  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Go anywhere' })).toBeFocused()
  await page.keyboard.type(`switch to ${otherSandbox.host}`)
  await page.keyboard.press('Enter')
  await expect(switcher).toHaveAccessibleName(new RegExp(otherSandbox.host))
})
