import { grid, openView } from './support/directory.ts'
import type { Locator, Page } from '@playwright/test'
import { dateIn } from '../src/core/testing/dates.ts'
import {
  confirmInDialog,
  enqueueAction,
  listRow,
  openScreen,
  startBulkAction,
} from './support/actions.ts'
import { clickTwice, isAt } from './support/click-twice.ts'
import { newSshKey, openKey } from './support/keys.ts'
import {
  actions,
  chooseAction,
  openActionMenu,
  queuedAction,
  toast,
  takeAction,
} from './support/moderation.ts'
import { findUser, goToAdminScreen, openAdminUser, userHeader } from './support/person.ts'
import { type TestSandbox, callAsAdmin } from './support/sandbox.ts'
import { chooseForRow, rowNamed } from './support/lists.ts'
import { expect, heading, test } from './support/test.ts'
import { startReview } from './support/review.ts'

const maya = { username: 'maya.lindqvist', name: 'Maya Lindqvist' }

/** Creates a user’s impersonation token; `isUsed` also makes a request with it. */
async function addToken(sandbox: TestSandbox, id: number, name: string, isUsed = false) {
  const { token } = await callAsAdmin<{ token: string }>(
    sandbox,
    'POST',
    `/users/${id}/impersonation_tokens`,
    { name, scopes: ['api'], expires_at: dateIn(30, sandbox.now()) },
  )
  if (isUsed) {
    await fetch(`${sandbox.url}/api/v4/user`, { headers: { 'PRIVATE-TOKEN': token } })
  }
}

/** Loads the directory, which actions on several users require. */
async function loadUsers(page: Page): Promise<void> {
  await openScreen(page, 'Users')
  await expect(page.getByText(/^Updated today/)).toBeVisible()
}

const tokensOf = (sandbox: TestSandbox, id: number) =>
  callAsAdmin<{ name: string; revoked: boolean }[]>(
    sandbox,
    'GET',
    `/users/${id}/impersonation_tokens?per_page=100`,
  )

test.describe('confirmations', () => {
  test('match an action’s severity @full', async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    await loadUsers(page)
    const id = await openAdminUser(page, sandbox, maya.username)
    const typed = page.getByLabel(/^Type .* to confirm$/)

    await test.step('doesn’t confirm a reversible action, which offers Undo', async () => {
      await actions(page).getByRole('button', { name: 'Block', exact: true }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await toast(page, 'Block').getByRole('button', { name: 'Undo' }).click()
      await expect(queuedAction(page)).toHaveCount(0)
    })

    await test.step('requires typing the username for an irreversible action on one user', async () => {
      const dialog = await chooseAction(page, 'Disable two-factor')
      const confirm = dialog.getByRole('button', { name: 'Disable two-factor' })
      const field = dialog.getByLabel(`Type ${maya.username} to confirm`)
      for (const text of ['delete', 'tomasz', 'maya']) {
        await field.fill(text)
        await expect(confirm).toBeDisabled()
      }
      await field.fill(`@${maya.username}`)
      await expect(confirm).toBeEnabled()
      await page.keyboard.press('Escape')
    })

    await test.step('requires typing the username for a plan that removes something from one user', async () => {
      await takeAction(page, 'Offboard and other plans…')
      await page.getByRole('radio', { name: /^Offboard/ }).check()
      await expect(page.getByText('Memberships stay unless you check them.')).toBeVisible()
      await expect(page.getByLabel(`Type ${maya.username} to confirm`)).toBeVisible()
      await page.getByRole('radio', { name: /^Block until a date/ }).check()
      await page.getByRole('textbox', { name: 'Date', exact: true }).fill('2099-01-01T09:00')
      await expect(page.getByRole('button', { name: /^Block .*Maya.* until .*2099/ })).toBeVisible()
      await expect(typed).toHaveCount(0)
    })

    await test.step('shows title, fingerprint, and owner before a user loses a key', async () => {
      await openAdminUser(page, sandbox, maya.username, 'ssh-keys')
      await page.getByRole('button', { name: 'Actions for Work laptop' }).click()
      await page.getByRole('menuitem', { name: 'Delete key' }).click()
      const dialog = page.getByRole('dialog', { name: /^Delete SSH key .*Work laptop/ })
      await expect(dialog).toContainText(/SHA256:\S+/)
      await expect(dialog).toContainText(`@${maya.username}`)
      await expect(dialog.getByRole('textbox')).toHaveCount(0)
      await page.keyboard.press('Escape')
    })

    await test.step('shows name, owner, and last use before a token is revoked', async () => {
      await addToken(sandbox, id, 'In use', true)
      await addToken(sandbox, id, 'Never used')
      await openAdminUser(page, sandbox, maya.username, 'impersonation-tokens')
      const list = page.getByRole('grid', { name: 'Impersonation tokens' })
      await chooseForRow(rowNamed(list, 'In use'), 'Revoke')
      const dialog = page.getByRole('dialog', { name: /In use/ })
      await expect(dialog).toContainText(maya.name)
      await expect(dialog).toContainText(`@${maya.username}`)
      await expect(dialog).toContainText(/Last used .*\d{4}/)
      await expect(dialog.getByRole('textbox')).toHaveCount(0)
      await app.expectAccessible()
      await page.keyboard.press('Escape')
      await chooseForRow(rowNamed(list, 'Never used'), 'Revoke')
      await expect(page.getByRole('dialog')).toContainText('Never used')
      await confirmInDialog(page, 'Revoke token')
      await expect(rowNamed(list, 'Never used')).toHaveCount(0)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      const tokens = await tokensOf(sandbox, id)
      const isRevoked = (name: string) => tokens.find((token) => token.name === name)?.revoked
      expect([isRevoked('In use'), isRevoked('Never used')]).toEqual([false, true])
    })

    await test.step('requires typing the count for an irreversible action on several users', async () => {
      await startBulkAction(page, 'Pending approval', 2, 'Reject')
      await expect(page.getByLabel('Type 2 to confirm')).toBeVisible()
      await page.getByRole('combobox', { name: 'Action' }).selectOption('Approve')
      await expect(page.getByRole('button', { name: 'Approve 2 users' })).toBeVisible()
      await expect(typed).toHaveCount(0)
    })

    await test.step('requires typing a word before deleting everything on this computer', async () => {
      await openScreen(page, 'Settings')
      await page.getByRole('button', { name: 'Delete everything' }).click()
      await expect(page.getByRole('dialog').getByLabel('Type delete to confirm')).toBeVisible()
    })
  })
})

test.describe('the area under the pointer after a click', () => {
  test.use({ settings: { undoSeconds: 30 } })

  test('contains no other control on a page or in a list, dialog, or bar @full', async ({
    app,
    sandbox,
  }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    await loadUsers(page)

    await test.step('keeps a user’s actions in place', async () => {
      await openAdminUser(page, sandbox, 'wordy')
      const buttons = actions(page).getByRole('button')
      const before = await places(buttons)
      expect(before).toHaveLength(3)
      const block = actions(page).getByRole('button', { name: 'Block', exact: true })
      const { at } = await clickTwice(page, block)
      await expect(queuedAction(page).getByRole('listitem')).toHaveCount(1)
      await expect(block).toBeDisabled()
      await expect(block).toHaveAttribute('title', /^Block is already queued\./)
      expect(await places(buttons)).toEqual(before)
      expect(await block.evaluate(isAt, at)).toBe(true)
      const ban = (await openActionMenu(page)).getByRole('menuitem', { name: /^Ban/ })
      await expect(ban).toContainText('Block is already queued.')
      await page.keyboard.press('Escape')
    })

    await test.step('stays empty when an action leaves the queue', async () => {
      for (const username of ['sunny', 'family', 'x']) {
        await openAdminUser(page, sandbox, username)
        await enqueueAction(page, 'Block')
      }
      await openScreen(page, 'Queue')
      const rows = page.getByRole('grid', { name: 'Pending' }).locator('[data-item]')
      await expect(rows).toHaveCount(4)
      const undo = rows.first().getByRole('button', { name: /undo$/i })
      const { clickedText } = await clickTwice(page, undo)
      expect(await clickedText()).toBe('')
      await expect(rows).toHaveCount(3)
      await openView(page, /^Finished/)
      // The others may have been sent by now.
      await expect(listRow(page, 'Finished', 'Canceled')).toHaveCount(1)
    })

    await test.step('stays empty when a token leaves the list', async () => {
      const { id } = (await findUser(sandbox, 'tomasz'))!
      for (const name of ['One', 'Two', 'Three']) await addToken(sandbox, id, name)
      await openAdminUser(page, sandbox, 'tomasz', 'impersonation-tokens')
      const rows = page.getByRole('grid', { name: 'Impersonation tokens' }).locator('[data-item]')
      await expect(rows).toHaveCount(3)
      await chooseForRow(rows.first(), 'Revoke')
      const confirm = page.getByRole('dialog').getByRole('button', { name: 'Revoke token' })
      const { clickedText } = await clickTwice(page, confirm)
      expect(await clickedText()).toBe('')
      await expect(rows).toHaveCount(2)
      expect((await tokensOf(sandbox, id)).filter(({ revoked }) => revoked)).toHaveLength(1)
    })

    await test.step('stays empty when a key is added', async () => {
      const { id } = (await findUser(sandbox, 'tomasz'))!
      await openAdminUser(page, sandbox, 'tomasz', 'ssh-keys')
      const text = ['one', 'two'].map((name) => `${newSshKey()} ${name}`).join('\n')
      await page
        .getByLabel('Key files')
        .setInputFiles({ name: 'two.pub', mimeType: 'text/plain', buffer: Buffer.from(text) })
      const { clickedText } = await clickTwice(
        page,
        page.getByRole('button', { name: 'Add key: one' }),
      )
      expect(await clickedText()).toBe('')
      await expect(page.getByRole('button', { name: 'Add key: one' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Add key: two' })).toBeVisible()
      const keys = await callAsAdmin<{ title: string }[]>(sandbox, 'GET', `/users/${id}/keys`)
      expect(keys.filter(({ title }) => ['one', 'two'].includes(title))).toHaveLength(1)
    })

    await test.step('stays empty when a review starts', async () => {
      await openScreen(page, 'Access review')
      const { clickedText } = await clickTwice(
        page,
        page.getByRole('button', { name: 'New review…' }),
      )
      expect(await clickedText()).toBe('')
      await startReview(page)
      await expect(page.getByRole('grid', { name: 'Users in this review' })).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    await test.step('stays empty when a dialog opens', async () => {
      await openAdminUser(page, sandbox, 'aroha')
      const menu = await openActionMenu(page)
      const remove = menu.getByRole('menuitem', { name: 'Delete', exact: true })
      const { clickedText } = await clickTwice(page, remove)
      expect(await clickedText()).toBe('')
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    })

    await test.step('stays empty when a selection button is no longer needed', async () => {
      await goToAdminScreen(page, 'people')
      await expect(heading(page, 'Users')).toBeVisible()
      await grid(page).getByRole('checkbox').nth(1).click()
      const all = page.getByRole('button', { name: /^Select all \d+$/ })
      const { clickedText } = await clickTwice(page, all)
      expect(await clickedText()).toBe('')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Clear selection' })).toBeVisible()
    })
  })

  test('stays empty when an action finishes, until the pointer moves @full', async ({
    app,
    sandbox,
  }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    await openAdminUser(page, sandbox, 'wordy')
    const block = actions(page).getByRole('button', { name: 'Block', exact: true })
    const { clickedText, at } = await clickTwice(page, block)
    await queuedAction(page)
      .getByRole('button', { name: 'send now' })
      .evaluate((button: HTMLButtonElement) => button.click())
    expect(await clickedText()).toBe('')
    await expect(toast(page, 'is blocked')).toBeVisible()
    const unblock = actions(page).getByRole('button', { name: 'Unblock', exact: true })
    await page.mouse.move(at.x, at.y + 300)
    await unblock.click()
    await expect(queuedAction(page)).toContainText('Unblock')
  })
})

/** The controls’ positions, left to right. */
const places = (controls: Locator) =>
  controls.evaluateAll((all) =>
    all.map((control) => {
      const { x, y, width } = control.getBoundingClientRect()
      return `${control.textContent} ${Math.round(x)} ${Math.round(y)} ${Math.round(width)}`
    }),
  )

test.describe('screens that act on one user', () => {
  test.use({ settings: { undoSeconds: 30 } })

  test('show avatar, name, and username at the top, even when scrolled @full', async ({
    app,
    sandbox,
  }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    await page.setViewportSize({ width: 900, height: 600 })
    await loadUsers(page)
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog').last()

    const lastLines: Record<string, string> = {
      access: 'New address',
      'ssh-keys': 'Work laptop',
      'impersonation-tokens': 'Create token',
      'personal-access-tokens': 'Create token',
    }
    for (const tab of Object.keys(lastLines)) {
      await test.step(`shows them on a user’s page, ${tab}`, async () => {
        await openAdminUser(page, sandbox, maya.username, tab)
        await expect(main.getByText(lastLines[tab]!, { exact: true }).last()).toBeVisible()
        await main.locator('.scroller').evaluate((element) => element.scrollTo(0, 9999))
        await expect(heading(page, maya.name)).toBeInViewport()
        await expect(userHeader(page).getByText(`@${maya.username}`)).toBeInViewport()
        await expect(userHeader(page).locator('.avatar')).toBeInViewport()
      })
    }

    await test.step('shows them on a user’s edit form', async () => {
      const { id } = (await findUser(sandbox, maya.username))!
      await goToAdminScreen(page, `people/${id}/edit`)
      await expect(page.getByRole('button', { name: 'Save' }).first()).toBeVisible()
      await expectUserBar(page, main)
      await expectUserBarAtEnd(page, main)
      await app.expectAccessible()
    })

    await test.step('shows them on a plan for one user', async () => {
      await openAdminUser(page, sandbox, maya.username)
      await takeAction(page, 'Offboard and other plans…')
      await expect(heading(page, /^Choose an action for .*Maya Lindqvist/)).toBeVisible()
      await page.getByRole('radio', { name: /^Offboard/ }).check()
      await expect(page.getByRole('button', { name: /^Offboard .*Maya/ })).toBeVisible()
      await expectUserBar(page, main)
      await expectUserBarAtEnd(page, main)
      await app.expectAccessible()
    })

    await test.step('shows them in dialogs on the user’s page', async () => {
      await openAdminUser(page, sandbox, maya.username)
      await chooseAction(page, 'Delete')
      await expectUserBarAtEnd(page, dialog)
      await page.keyboard.press('Escape')
      await takeAction(page, 'View as user')
      await expectUserBar(page, dialog)
      await page.keyboard.press('Escape')
      await openAdminUser(page, sandbox, maya.username)
      await enqueueAction(page, 'Block')
      await queuedAction(page)
        .getByRole('button', { name: /add reason$/i })
        .click()
      await expectUserBar(page, dialog)
      await page.keyboard.press('Escape')
      await queuedAction(page).getByRole('button', { name: /undo/i }).click()
    })

    await test.step('shows them when viewing and deleting a user’s key', async () => {
      await openAdminUser(page, sandbox, maya.username, 'ssh-keys')
      await openKey(page, 'Work laptop')
      await expectUserBarAtEnd(page, dialog)
      await dialog.getByRole('button', { name: /^Delete Work laptop/ }).click()
      await expectUserBar(page, dialog)
    })
  })
})

/** Expects the user bar at the top of a page, dialog, or drawer. */
async function expectUserBar(page: Page, scope: Locator): Promise<void> {
  const bar = scope.locator('.user-bar')
  await expect(bar.getByText(maya.name)).toBeInViewport()
  await expect(bar.getByText(`@${maya.username}`)).toBeInViewport()
  await expect(bar.locator('.avatar')).toBeInViewport()
  const [outer, inner] = await Promise.all([scope.boundingBox(), bar.boundingBox()])
  expect(inner!.y - outer!.y).toBeLessThan(180)
}

/** Expects the user bar even after scrolling to the end. */
async function expectUserBarAtEnd(page: Page, scope: Locator): Promise<void> {
  const scrolled = await scope.evaluate((element) => {
    element.scrollTo({ top: element.scrollHeight })
    return element.scrollTop
  })
  // If a panel is too short to scroll, the heading with the same content is visible instead.
  if (scrolled > 0) await expectUserBar(page, scope)
  else await expect(scope.getByText(`@${maya.username}`).first()).toBeInViewport()
}
