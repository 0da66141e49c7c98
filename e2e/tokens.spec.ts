import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { dateIn } from '../src/core/testing/dates.ts'
import { confirmInDialog, openScreen } from './support/actions.ts'
import { openView } from './support/directory.ts'
import { chooseForRow, inspectRow, openRowMenu, rowNamed, viewButton } from './support/lists.ts'
import { callAsAdmin, statusOf, type TestSandbox } from './support/sandbox.ts'
import { filesContaining, takeHeapSnapshot, readPageStorage } from './support/secrets.ts'
import { expect, heading, test, visit } from './support/test.ts'

async function openTokens(page: Page): Promise<void> {
  await openScreen(page, 'Tokens')
  await expect(heading(page, 'Tokens')).toBeVisible()
}

const name = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true })
const create = (page: Page) => page.getByRole('button', { name: 'Create token' })
const secret = (page: Page) => page.getByRole('region', { name: 'Token', exact: true })
const entries = (page: Page) =>
  page.getByRole('grid', { name: /^(My tokens|Created in Latchkey)$/ })
const entry = (page: Page, text: string) => rowNamed(entries(page), text)
const menuItems = async (page: Page, text: string) => {
  const menu = await openRowMenu(entry(page, text))
  const labels = await menu.getByRole('menuitem').allTextContents()
  await page.keyboard.press('Escape')
  return labels.map((label) => label.trim())
}
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

async function copyByKeyboard(page: Page, shown: Locator): Promise<void> {
  await shown.selectText()
  await page.keyboard.press('ControlOrMeta+c')
}

/** Creates a token and returns its secret without reading it from the page. */
async function createNamed(page: Page, text: string): Promise<string> {
  await page.getByRole('button', { name: 'New Kubernetes token' }).click()
  await expect(name(page)).toBeFocused()
  await name(page).fill(text)
  const answered = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes('ownTokens.createLimited')),
  )
  await create(page).click()
  const { value } = await (await answered).json()
  await expect(secret(page)).toBeVisible()
  return value.token
}

/** Creates a token for the ordinary user, as if on the web. */
function createOnWeb(
  sandbox: TestSandbox,
  input: { name: string; scopes: string[]; expires_at: string },
): Promise<{ id: number; token: string }> {
  return callAsAdmin(sandbox, 'POST', '/users/2/personal_access_tokens', input)
}

test(
  'shows a secret once, clears it from the clipboard, and leaves no trace of it @full',
  { tag: '@browser' },
  async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.user, {
      beforeOpen: (opened) => opened.clock.install(),
    })
    await openTokens(page)
    await expect(entries(page)).toContainText('Used by Latchkey')
    await app.expectAccessible()

    const token = await createNamed(page, 'kubectl on my laptop')
    await expect(secret(page)).not.toContainText(token)
    await app.expectAccessible()
    await secret(page).getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('dialog')).toContainText('hasn’t been copied')
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await secret(page).getByRole('button', { name: 'Show Token' }).click()
    await expect(secret(page)).toContainText(token)
    await copyByKeyboard(page, secret(page).getByText('Shown only once.'))
    await expect.poll(() => clipboard(page)).toContain('Shown only once.')
    await expect(secret(page)).not.toContainText('is on the clipboard')
    await copyByKeyboard(page, secret(page).getByText(token, { exact: true }).first())
    await expect.poll(() => clipboard(page)).toContain(token)
    await expect(secret(page)).toContainText('is on the clipboard')

    await page.getByLabel('Agent ID').fill('42')
    await page.getByLabel('Cluster name').fill('prod')
    await page.getByRole('button', { name: 'Copy Kubeconfig' }).click()
    await expect.poll(() => clipboard(page)).toContain(`token: "pat:42:${token}"`)
    expect(await clipboard(page)).toMatch(/current-context: "\S+@\S+\/42\/prod"/)
    await secret(page).getByRole('button', { name: 'Copy Token' }).click()
    await expect.poll(() => clipboard(page)).toBe(token)
    await secret(page).getByRole('button', { name: 'Done' }).click()
    await expect(secret(page)).toHaveCount(0)
    await expect(entry(page, 'kubectl on my laptop')).toContainText('k8s_proxy')
    await page.clock.fastForward(30_000)
    await expect.poll(() => clipboard(page)).toBe('')

    await openTokens(page)
    const heap = await takeHeapSnapshot(page)
    // Proves that the snapshot isn’t empty.
    expect(heap).toContain('kubectl on my laptop')
    expect(heap).not.toContain(token)
    expect(await readPageStorage(page)).not.toContain(token)
    expect(filesContaining(app.data, [token])).toEqual([])
    expect(app.output()).not.toContain(token)
    await page.reload()
    await expect(entries(page)).toContainText('kubectl on my laptop')
  },
)

test('lists all tokens, filters them, and revokes one @full', async ({ app, sandbox }) => {
  const { id } = await createOnWeb(sandbox, {
    name: 'Deploy preview',
    scopes: ['read_api', 'read_registry'],
    expires_at: dateIn(20, sandbox.now()),
  })
  const page = await app.openSignedIn(sandbox)
  await test.step('marks the token that Latchkey uses, which can’t be revoked here', async () => {
    await openTokens(page)
    const own = entries(page).getByRole('row').filter({ hasText: 'Used by Latchkey' })
    await expect(own).toHaveCount(1)
    const menu = await openRowMenu(own)
    await expect(menu.getByRole('menuitem')).toHaveCount(2)
    await menu.getByRole('menuitem', { name: 'Rotate or sign out in Accounts' }).click()
    await expect(heading(page, 'Accounts')).toBeVisible()
  })

  await test.step('filters them', async () => {
    await openTokens(page)
    await expect(entry(page, 'Deploy preview')).toContainText('read_registry')
    await openView(page, /^Expiring in 30 days/)
    await expect(entry(page, 'Deploy preview')).toBeVisible()
    await openView(page, /^Unused for 90 days/)
    await expect(entry(page, 'Deploy preview')).toHaveCount(0)
    await expect(viewButton(page, /^Active/)).not.toHaveAttribute('aria-current')
    await app.expectAccessible()
  })

  await test.step('shows the token that a link points to, whatever the filter', async () => {
    const path = new URL(page.url()).hash.slice(1).replace(/\?.*/, '')
    await visit(page, `${path}?show=${id}`)
    await expect(entry(page, 'Deploy preview')).toBeFocused()
  })

  await test.step('shows the details of each token beside the list', async () => {
    await page.keyboard.press('ArrowRight')
    const details = page.locator('.inspector')
    await expect(details).toContainText('read_api, read_registry')
    await expect(details).toContainText(String(id))
    await expect(entry(page, 'Deploy preview')).toBeVisible()
    await app.expectAccessible()
    await page.keyboard.press('ArrowDown')
    await expect(details.getByRole('heading', { name: 'Deploy preview', exact: true })).toHaveCount(
      0,
    )
    await page.keyboard.press('ArrowUp')
    await expect(
      details.getByRole('heading', { name: 'Deploy preview', exact: true }),
    ).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(details).toHaveCount(0)
    await inspectRow(entry(page, 'Deploy preview'))
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
  })

  await test.step('revokes a token after a confirmation, and lists it as inactive', async () => {
    await chooseForRow(entry(page, 'Deploy preview'), 'Revoke')
    await expect(page.getByRole('dialog')).toContainText('Never used')
    await confirmInDialog(page, 'Revoke token')
    await expect(entry(page, 'Deploy preview')).toHaveCount(0)
    await expect(entries(page)).toBeFocused()
    await openView(page, /^Inactive/)
    await expect(entry(page, 'Deploy preview')).toContainText('Revoked')
    expect(await menuItems(page, 'Deploy preview')).toEqual(['Details'])
  })

  await test.step('shows the list with its age while the instance can’t be reached', async () => {
    await sandbox.stop()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('Can’t reach').first()).toBeVisible()
    await expect(entry(page, 'Deploy preview')).toBeVisible()
    await sandbox.start()
  })
})

test('saves a calendar of expiring tokens and keys @full', async ({ app, sandbox }) => {
  await createOnWeb(sandbox, {
    name: 'Nightly',
    scopes: ['read_api'],
    expires_at: dateIn(20, sandbox.now()),
  })
  const page = await app.openSignedIn(sandbox, sandbox.tokens.user)
  await openTokens(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save calendar of expiring tokens and keys' }).click()
  expect((await download).suggestedFilename()).toMatch(/^expiries-[\d-]+\.ics$/)
  const text = readFileSync(await (await download).path(), 'utf8')
  expect(text).toContain('SUMMARY:Token “Nightly” expires\r\n')
  await expect(page.getByText(/\.ics/)).toBeVisible()
})

test('rotates a token, updates it in Git, and lists other files to update @full', async ({
  app,
  sandbox,
  keyring,
}) => {
  const home = (file: string) => join(keyring.env.HOME!, file)
  const { token } = await createOnWeb(sandbox, {
    name: 'Release notes',
    scopes: ['read_api'],
    expires_at: dateIn(45, sandbox.now()),
  })
  writeFileSync(home('.gitconfig'), '[credential]\n\thelper = store\n')
  writeFileSync(home('.git-credentials'), `http://maya:${token}@${sandbox.host}\n`)
  const netrc = `machine ${new URL(sandbox.url).hostname}\n  login maya\n  password ${token}\n`
  writeFileSync(home('.netrc'), netrc, { mode: 0o600 })
  const page = await app.openSignedIn(sandbox)
  const dialog = page.getByRole('dialog', { name: /^Rotate the token .*Release notes/ })
  const git = dialog.getByRole('checkbox', { name: /^Git’s credential helper/ })
  const line = dialog.getByRole('listitem').filter({ hasText: '~/.netrc:3' })

  await test.step('shows where this computer uses it, on request', async () => {
    await openTokens(page)
    await chooseForRow(entry(page, 'Release notes'), 'Rotate…')
    await expect(dialog).toContainText('stops working at once, everywhere')
    await expect(line).toContainText('Has a token for')
    await expect(git).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Check which use this token' }).click()
    await expect(git).toBeChecked()
    await expect(line).toContainText('Update it yourself')
    await expect(dialog.getByRole('radio', { name: '45 days, as before' })).toBeChecked()
    await app.expectAccessible()
  })

  await test.step('skips unchecked files, even after checking again', async () => {
    const updated = dialog.getByText('Latchkey updates it')
    await expect(updated).toHaveCount(1)
    await git.uncheck()
    await expect(updated).toHaveCount(0)
    const checked = page.waitForResponse((response) =>
      Boolean(response.request().postData()?.includes('ownTokens.checkUses')),
    )
    await dialog.getByRole('button', { name: 'Check again' }).click()
    await checked
    await expect(dialog.getByRole('button', { name: 'Check again' })).toBeEnabled()
    await expect(git).not.toBeChecked()
    await git.check()
    await expect(updated).toHaveCount(1)
  })

  await test.step('clears GitLab’s error when another date is selected', async () => {
    await dialog.getByText('Date', { exact: true }).click()
    await dialog.getByLabel('Expiry date').fill(dateIn(5 * 365, sandbox.now()))
    await dialog.getByRole('button', { name: 'Rotate token' }).click()
    await expect(dialog.getByText(/must be before/)).toBeVisible()
    await dialog.getByRole('radio', { name: '45 days, as before' }).check({ force: true })
    await expect(dialog.getByText(/must be before/)).toHaveCount(0)
  })

  await test.step('shows the new secret once, and the remaining steps', async () => {
    await dialog.getByRole('button', { name: 'Rotate token' }).click()
    const shown = dialog.getByRole('region', { name: 'New token' })
    await expect(shown.getByRole('status').first()).toContainText('Release notes rotated')
    await expect(dialog.getByText('Updated', { exact: true })).toBeVisible()
    await expect(line).toContainText('Still has the old token')
    await app.expectAccessible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog').last()).toContainText('hasn’t been copied')
    await page.getByRole('button', { name: 'Stay' }).click()
    await line.getByRole('button', { name: 'Copy ~/.netrc:3' }).click()
    await expect.poll(() => app.clipboard()).toBe('~/.netrc:3')
    await shown.getByRole('button', { name: 'Copy New token' }).click()
    await expect.poll(() => app.clipboard()).toMatch(/^glpat-/)
    const next = await app.clipboard()
    expect(next).not.toBe(token)
    expect(readFileSync(home('.git-credentials'), 'utf8')).toContain(next)
    expect(readFileSync(home('.netrc'), 'utf8')).toBe(netrc)
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(entry(page, 'Release notes')).toBeFocused()
    expect(await statusOf(sandbox, token)).toBe(401)
    expect(await statusOf(sandbox, next)).toBe(200)
    // Clicking elsewhere makes the browser release the last click target.
    await openTokens(page)
    const remaining = (await takeHeapSnapshot(page)) + (await readPageStorage(page))
    expect([token, next].filter((text) => remaining.includes(text))).toEqual([])
    expect(filesContaining(app.data, [token, next])).toEqual([])
    expect(app.output()).not.toContain(next)
  })
})

test.describe('when the response to a rotation is lost', () => {
  test.use({ sandboxOptions: { faults: ['POST /personal_access_tokens/*/rotate 1 reset-after'] } })

  test('reports it, rotates the successor, and lists files that still contain the first token @full', async ({
    app,
    sandbox,
    keyring,
  }) => {
    const { token } = await createOnWeb(sandbox, {
      name: 'Nightly',
      scopes: ['read_api'],
      expires_at: dateIn(45, sandbox.now()),
    })
    const netrc = `machine ${new URL(sandbox.url).hostname} login maya password ${token}\n`
    writeFileSync(join(keyring.env.HOME!, '.netrc'), netrc, { mode: 0o600 })
    const page = await app.openSignedIn(sandbox)
    await openTokens(page)
    await chooseForRow(entry(page, 'Nightly'), 'Rotate…')
    const dialog = page.getByRole('dialog', { name: /^Rotate the token .*Nightly/ })
    await dialog.getByRole('button', { name: 'Check which use this token' }).click()
    await expect(dialog.getByText('Uses this token. Update it yourself.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Rotate token' }).click()
    await expect(dialog.getByRole('alert')).toContainText('its new secret is lost')
    expect(await statusOf(sandbox, token)).toBe(401)
    await app.expectAccessible()
    await dialog.getByRole('button', { name: 'Rotate the new token' }).press('Enter')
    await expect(dialog.getByRole('heading', { name: /^Rotate the token/ })).toBeFocused()
    await dialog.getByRole('button', { name: 'Rotate token' }).click()
    await expect(
      dialog.getByRole('listitem').filter({ hasText: 'Still has the old token' }),
    ).toContainText('~/.netrc:1')
    await dialog.getByRole('button', { name: 'Copy New token' }).click()
    await expect.poll(() => app.clipboard()).toMatch(/^glpat-/)
    expect(await statusOf(sandbox, await app.clipboard())).toBe(200)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(entry(page, 'Nightly')).toHaveCount(1)
  })
})

test.describe('when a rotation request never arrives', () => {
  test.use({ sandboxOptions: { faults: ['POST /personal_access_tokens/*/rotate 1 reset-before'] } })

  test('reports that the old token still works, and doesn’t offer the rotation again @full', async ({
    app,
    sandbox,
  }) => {
    const { token } = await createOnWeb(sandbox, {
      name: 'Nightly',
      scopes: ['read_api'],
      expires_at: dateIn(45, sandbox.now()),
    })
    const page = await app.openSignedIn(sandbox)
    await openTokens(page)
    await chooseForRow(entry(page, 'Nightly'), 'Rotate…')
    const dialog = page.getByRole('dialog', { name: /^Rotate the token .*Nightly/ })
    await dialog.getByRole('button', { name: 'Rotate token' }).click()
    await expect(dialog.getByRole('alert')).toContainText('The old token still works')
    expect(await statusOf(sandbox, token)).toBe(200)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(entry(page, 'Nightly')).toContainText('Rotation unconfirmed')
    expect(await menuItems(page, 'Nightly')).toEqual(['Details', 'Revoke'])
  })
})

test.describe('when a revocation fails', () => {
  test.use({ sandboxOptions: { faults: ['DELETE /personal_access_tokens/* 1 status=403'] } })

  test('clears the error when the list is reloaded @full', async ({ app, sandbox }) => {
    await createOnWeb(sandbox, {
      name: 'Nightly',
      scopes: ['read_api'],
      expires_at: dateIn(45, sandbox.now()),
    })
    const page = await app.openSignedIn(sandbox)
    await openTokens(page)
    await chooseForRow(entry(page, 'Nightly'), 'Revoke')
    await confirmInDialog(page, 'Revoke token')
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toBeVisible()
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toHaveCount(0)
    await expect(entry(page, 'Nightly')).toBeVisible()
  })
})

test.describe('on an instance without a list of tokens', () => {
  test.use({ sandboxOptions: { flavor: 'interface' } })

  test('lists only tokens created here, explains why once, and forgets an entry @full', async ({
    app,
    sandbox,
  }) => {
    const page = await app.openSignedIn(sandbox)
    await openTokens(page)

    await test.step('explains why', async () => {
      await expect(page.getByText('doesn’t list your tokens to apps')).toHaveCount(1)
      await expect(page.getByText('No tokens yet')).toBeVisible()
      await expect(viewButton(page, /./)).toHaveCount(0)
      await app.expectAccessible()
    })

    await test.step('forgets an entry, and keeps typed values', async () => {
      await createNamed(page, 'For a day')
      await secret(page).getByRole('button', { name: 'Copy Token' }).click()
      await secret(page).getByRole('button', { name: 'Done' }).click()
      expect(await menuItems(page, 'For a day')).toEqual(['Details', 'Remove from this list'])
      await chooseForRow(entry(page, 'For a day'), 'Remove from this list')
      await expect(page.getByRole('dialog')).toContainText('stays valid')
      await confirmInDialog(page, 'Remove from this list')
      await expect(page.getByText('No tokens yet')).toBeVisible()

      await page.getByRole('button', { name: 'New Kubernetes token' }).click()
      await name(page).fill('Offline')
      await sandbox.stop()
      await create(page).click()
      await expect(page.getByRole('alert')).toContainText('Can’t reach')
      await expect(name(page)).toHaveValue('Offline')
      await sandbox.start()
      await create(page).click()
      await expect(secret(page)).toBeVisible()
    })

    await test.step('shows validation errors, and errors from GitLab', async () => {
      await secret(page).getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Close without copying' }).click()
      await page.getByRole('button', { name: 'New Kubernetes token' }).click()
      await create(page).click()
      await expect(page.getByText('Enter a name.')).toBeVisible()
      await expect(name(page)).toBeFocused()
      await name(page).fill('Far away')
      await page.getByText('Date', { exact: true }).click()
      const day = page.getByLabel('Expiry date')
      await day.fill('2020-01-01')
      await create(page).click()
      await expect(page.getByText(/^Choose a date after .*, today in UTC\.$/)).toBeVisible()
      await day.fill(dateIn(5 * 365, sandbox.now()))
      await create(page).click()
      await expect(page.getByText(/must be before/).first()).toBeVisible()
      await expect(name(page)).toHaveValue('Far away')
      await app.expectAccessible()
      await openScreen(page, 'Home')
      await page.goBack()
      await expect(page.getByText('Unsaved changes from')).toBeVisible()
      await expect(name(page)).toHaveValue('Far away')
    })
  })
})
