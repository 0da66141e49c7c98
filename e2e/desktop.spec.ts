import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { drop, openScreen, enqueueAction } from './support/actions.ts'
import { sendNow } from './support/moderation.ts'
import { openAdminUser } from './support/person.ts'
import { sshFolder } from './support/ssh-folder.ts'
import { viewButton } from './support/lists.ts'
import { expect, heading, test, visit } from './support/test.ts'

test.use({ wholeChromium: true, settings: { undoSeconds: 30 } })

/** The text of a file in the only account’s folder. */
function accountFile(data: string, name: string): string {
  const folder = join(data, 'accounts')
  return readFileSync(join(folder, readdirSync(folder)[0]!, name), 'utf8')
}

test('shows keys dropped on any screen, and reopens the last screen @full', async ({
  app,
  sandbox,
  folder,
}) => {
  const key = sshFolder(folder).make('dropped', 'dropped key')
  const page = await app.openSignedIn(sandbox)
  await openScreen(page, 'Settings')
  await page.getByLabel('Start screen').selectOption('Where you left off')
  if (app.host === 'browser') {
    const background = page.getByRole('region', { name: 'Background' })
    await expect(background).toContainText('need the desktop app')
  }
  await app.expectAccessible()

  await drop(page, 'notes.txt', key)
  await expect(page.getByText(/^Only public keys .* can be dropped here\.$/)).toBeVisible()
  await drop(page, 'dropped.pub', key)
  await expect(heading(page, 'Keys')).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Keys', exact: true })).toContainText('dropped key')

  await openScreen(page, 'Emails')
  await expect.poll(() => app.settings().lastScreen).toBe('emails')
  const again = await app.open()
  await expect(heading(again, 'Emails')).toBeVisible()
})

test('offers an account’s actions in its context menu @full', async ({
  app,
  sandbox,
  otherSandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  const switcher = page.getByRole('button', { name: /^Account: / })
  const item = (name: string | RegExp) => page.getByRole('menuitem', { name })
  await visit(page, '/sign-in')
  await app.signIn(otherSandbox, otherSandbox.tokens.admin)
  await expect(switcher).toHaveAccessibleName(new RegExp(otherSandbox.host))

  await test.step('copies with a right click, and returns the focus', async () => {
    await switcher.click({ button: 'right' })
    await expect(page.getByRole('menu', { name: /^Actions for / })).toBeVisible()
    await app.expectAccessible()
    await item('Copy GitLab URL').click()
    await expect(page.getByText('GitLab URL copied.')).toBeVisible()
    await expect(switcher).toBeFocused()
  })

  await test.step('opens with the keyboard', async () => {
    await page.keyboard.press('Shift+F10')
    await expect(item('Copy GitLab URL')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(switcher).toBeFocused()
    await page.keyboard.press('ContextMenu')
    await item('Replace token').click()
    await expect(heading(page, 'Accounts')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Replace token', expanded: true })).toHaveCount(1)
  })

  await test.step('asks before signing out of another account in the list', async () => {
    await switcher.click()
    await page
      .getByRole('menuitemradio', { name: new RegExp(sandbox.host) })
      .click({ button: 'right' })
    await item(/^Sign out of /).click()
    const dialog = page.getByRole('dialog', { name: /^Sign out of / })
    await dialog.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page.getByText(/^Signed out of /)).toBeVisible()
    await expect(switcher).toHaveAccessibleName(new RegExp(otherSandbox.host))
  })
})

test('shows lists as they were left, after a reload and a restart @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  const list = (opened: Page) => opened.getByRole('grid', { name: 'Keys', exact: true })
  const edge = (opened: Page) => opened.getByRole('separator', { name: 'Width of the details' })
  const saved = () => accountFile(app.data, 'layout.json')

  await openScreen(page, 'Keys')
  await viewButton(page, /^On GitLab/).click()
  await list(page).getByRole('button', { name: 'Name' }).click()
  await list(page).press('ArrowRight')
  await expect(edge(page)).toHaveAttribute('aria-valuenow', '360')
  await edge(page).press('End')
  await expect(edge(page)).toHaveAttribute('aria-valuenow', '480')
  await edge(page).dblclick()
  await expect(edge(page)).toHaveAttribute('aria-valuenow', '360')
  const { x, y } = (await edge(page).boundingBox())!
  await page.mouse.move(x + 2, y + 100)
  await page.mouse.down()
  await page.mouse.move(x - 38, y + 120, { steps: 4 })
  await page.mouse.up()
  await expect(edge(page)).toHaveAttribute('aria-valuenow', /^(39|40)/)
  await app.expectAccessible()
  const width = await edge(page).getAttribute('aria-valuenow')
  await expect.poll(saved).toContain(`"${width}"`)

  async function expectAsLeft(opened: Page) {
    await expect(edge(opened)).toHaveAttribute('aria-valuenow', width!)
    await expect(viewButton(opened, /^On GitLab/)).toHaveAttribute('aria-current')
    await expect(list(opened).getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
  }
  await page.reload()
  await expectAsLeft(page)
  await openScreen(page, 'Emails')
  await openScreen(page, 'Keys')
  await expectAsLeft(page)
  await expect(heading(page, 'Keys')).toBeFocused()
  const again = await app.open()
  await openScreen(again, 'Keys')
  await expectAsLeft(again)
  await list(again).press('Escape')
  await expect(edge(again)).toHaveCount(0)
  await again.reload()
  await expect(list(again)).toBeVisible()
  await expect(edge(again)).toHaveCount(0)
})

test('opens the screens that take a dropped picture and a list of users @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await openScreen(page, 'Emails')
  await drop(page, 'face.png', 'not a picture')
  await expect(heading(page, 'Avatar')).toBeVisible()
  await expect(page.getByRole('alert')).toBeVisible()
  await openScreen(page, 'Users')
  await drop(page, 'starters.csv', 'Name,Username,Email\nAna New,ana.new,ana.new@example.com')
  await expect(heading(page, 'Onboard users')).toBeVisible()
  await expect(page.getByText('starters.csv')).toBeVisible()
})

test(
  'notifies in the browser when a run finishes, once a click has granted permission @full',
  { tag: '@browser' },
  async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin, {
      async beforeOpen(page) {
        await page.context().grantPermissions(['notifications'])
        // Hides the page and records the notifications it would show.
        await page.addInitScript(() => {
          const shown: Notification[] = []
          class RecordedNotification extends Notification {
            constructor(...parts: ConstructorParameters<typeof Notification>) {
              super(...parts)
              shown.push(this)
            }
          }
          Object.assign(window, { Notification: RecordedNotification, shown })
          document.hasFocus = () => false
        })
      },
    })
    await openScreen(page, 'Settings')
    const notifications = page.getByRole('switch', { name: 'Show notifications' })
    await expect(notifications).toBeChecked()
    await notifications.click()
    await expect(notifications).not.toBeChecked()
    await notifications.click()
    await expect(notifications).toBeChecked()

    await openScreen(page, 'Home')
    await openAdminUser(page, sandbox, 'wordy')
    await enqueueAction(page, 'Block')
    await expect(page).toHaveTitle(/^\(1\) /)
    await sendNow(page)
    const shown = () =>
      page.evaluate(() =>
        (window as unknown as { shown: Notification[] }).shown.map(({ body }) => body),
      )
    await expect.poll(shown).toEqual(['1 action done.'])
    await expect(page).not.toHaveTitle(/^\(/)
    await page.evaluate(() =>
      (window as unknown as { shown: Notification[] }).shown[0]!.dispatchEvent(new Event('click')),
    )
    await expect(heading(page, 'Queue')).toBeVisible()
  },
)
