import type { Page } from '@playwright/test'
import { takeAction } from './support/moderation.ts'
import { openScreen } from './support/actions.ts'
import { openAdminUser } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { screens, sectionOf } from './support/screens.ts'
import { expect, heading, test } from './support/test.ts'

const bar = (page: Page, name: string) => page.getByRole('navigation', { name, exact: true })
const links = (page: Page, name: string) => bar(page, name).getByRole('link')
const link = (page: Page, name: string) => bar(page, 'Screens').getByRole('link', { name })
/** Whether a toast overlaps the focused element. */
const coversFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement!.getBoundingClientRect()
    return [...document.querySelectorAll('.toast')].some((card) => {
      const box = card.getBoundingClientRect()
      const isBeside = box.right <= focused.left || box.left >= focused.right
      return !isBeside && box.bottom > focused.top && box.top < focused.bottom
    })
  })

const toast = (page: Page) => page.getByRole('status', { name: 'Notifications' })
const top = (page: Page) => page.locator('.scroller').evaluate((scroller) => scroller.scrollTop)
const grid = (page: Page) => page.getByRole('grid', { name: 'Users' })

async function pressKeys(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
}

test('groups screens into sections @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox)

  await test.step('shows the sections of ordinary users, with tabs in each', async () => {
    await expect(links(page, 'Screens')).toHaveText([
      'Home',
      'Status',
      'Keys',
      'Tokens',
      'Emails',
      'This computer',
      'Repositories',
      'Following',
      'Profile',
      'Settings',
    ])
    for (const name of screens.filter((one) => sectionOf[one])) {
      const section = sectionOf[name]!
      await openScreen(page, name)
      await expect(heading(page, name)).toBeFocused()
      await expect(bar(page, section).locator('[aria-current=page]')).toHaveText(name)
      await expect(page).toHaveTitle(`${name} – Latchkey`)
    }
    await openScreen(page, 'Keys')
    await expect(page.locator('.section-tabs')).toHaveCount(0)
  })
})

test('uses the width of a large window for lists @full', async ({ app, sandbox }) => {
  const viewport = { width: 1920, height: 1080 }
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin, { viewport })
  const widthOf = async (name: string) => {
    await openScreen(page, name)
    const box = await page.getByRole('main').locator(':is(.screen, .fill)').first().boundingBox()
    return Math.round(box!.width)
  }
  expect(await widthOf('Audit log')).toBeGreaterThan(1680)
  expect(await widthOf('Status')).toBe(792)

  await test.step('keeps the tabs of a section in place', async () => {
    for (const [section, ...others] of [
      ['Users', 'Activities', 'What changed', 'Spam sweep'],
      ['Access review', 'Items', 'Keys and tokens'],
    ] as const) {
      await openScreen(page, section)
      const box = await bar(page, section).boundingBox()
      for (const name of others) {
        await openScreen(page, name)
        expect(await bar(page, section).boundingBox(), name).toEqual(box)
      }
    }
  })
})

test('separates all users on the instance from followed users @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await expect(links(page, 'Screens')).toHaveText([
    'Home',
    'Status',
    'Keys',
    'Tokens',
    'Emails',
    'This computer',
    'Repositories',
    'Following',
    'Profile',
    'Settings',
    'Users',
    'Queue',
    'Access review',
    'Credentials',
    'Rules',
    'Whose is this?',
    'Service accounts',
    'Reports',
    'Audit log',
  ])
  await openScreen(page, 'Users')
  await expect(links(page, 'Users')).toHaveText([
    'Users',
    'Activities',
    'What changed',
    'Spam sweep',
  ])
  // The tabs don’t push the list below the bottom of the window.
  const scrolls = (scroller: Element) => scroller.scrollHeight > scroller.clientHeight
  expect(await page.locator('.scroller').evaluate(scrolls)).toBe(false)

  await page.getByRole('button', { name: /^Account: / }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Add account',
    'Manage accounts',
    /^Settings/,
    /^Lock Latchkey/,
    /^Sign out of /,
  ])
  await app.expectAccessible()
  await page.getByRole('menuitem', { name: /^Sign out of / }).click()
  await expect(page.getByRole('dialog', { name: /^Sign out/ })).toBeVisible()
})

test('responds to keyboard shortcuts @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)

  await test.step('opens screens', async () => {
    for (const [keys, name] of [
      ['g p', 'Profile'],
      ['g s', 'Status'],
      ['g k', 'Keys'],
      ['g t', 'Tokens'],
      ['g e', 'Emails'],
      ['g f', 'Following'],
      ['g q', 'Queue'],
      ['g l', 'Audit log'],
      ['g h', 'Home'],
      ['ControlOrMeta+,', 'Settings'],
    ] as const) {
      await pressKeys(page, keys)
      await expect(heading(page, name)).toBeVisible()
    }
  })

  await test.step('lists the shortcuts, and ignores all others while open', async () => {
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await page.keyboard.press('?')
    await expect(list).toContainText('g then h')
    await app.expectAccessible()
    await pressKeys(page, 'g h')
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await expect(heading(page, 'Settings')).toBeVisible()
    const section = page.getByRole('region', { name: 'Keyboard shortcuts' })
    await expect(section).toContainText('g then h')
  })

  await test.step('ignores shortcuts while typing in a field', async () => {
    await openScreen(page, 'Emails')
    await page.getByRole('button', { name: 'New address' }).click()
    const field = page.getByRole('textbox', { name: 'Email address' })
    await field.focus()
    await pressKeys(page, 'g h ? j')
    await expect(field).toHaveValue('gh?j')
    await expect(heading(page, 'Emails')).toBeVisible()
    await field.fill('')
    await field.blur()
  })

  await test.step('moves through the rows of a list', async () => {
    const emails = page.getByRole('grid', { name: 'Addresses' })
    await pressKeys(page, 'j')
    await expect(emails).toBeFocused()
    await expect(emails.locator('.row').first()).toHaveClass(/current/)
    await pressKeys(page, 'j k')
    await expect(emails.locator('.row').first()).toHaveClass(/current/)
  })

  await test.step('selects and opens users', async () => {
    await pressKeys(page, 'g u')
    const row = grid(page).getByRole('row').nth(2)
    await expect(row).toBeVisible()
    await expect(page.getByText('60 users', { exact: true })).toBeVisible()
    await pressKeys(page, 'j j x')
    await expect(page.getByText('1 selected')).toBeVisible()
    await pressKeys(page, 'k Enter')
    await expect(grid(page)).toHaveCount(0)
    await expect(bar(page, 'Screens').getByRole('link', { name: 'Users' })).toBeVisible()
  })

  await test.step('undoes the last action with Ctrl+Z, except while typing', async () => {
    await openScreen(page, 'Status')
    const status = page.getByRole('main').getByText('Reviewing access requests').first()
    await page.getByRole('button', { name: 'Clear status' }).click()
    await expect(toast(page)).toContainText('Undo')
    await expect(status).toHaveCount(0)
    const field = page.getByRole('textbox', { name: 'Message' })
    await field.fill('Lunch')
    await field.press('ControlOrMeta+Z')
    await expect(field).not.toHaveValue('Lunch')
    await expect(status).toHaveCount(0)
    await field.blur()
    await page.keyboard.press('ControlOrMeta+Z')
    await expect(status).toBeVisible()
    await expect(toast(page).getByRole('button', { name: 'Undo' })).toHaveCount(0)
  })
})

test('moves focus to lists with a key, and cancels edits with Escape @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  const emails = page.getByRole('grid', { name: 'Addresses' })

  await test.step('focuses the list of a screen, including the current one, or its heading', async () => {
    await pressKeys(page, 'g e')
    await expect(emails).toBeFocused()
    await link(page, 'Home').focus()
    await pressKeys(page, 'g e')
    await expect(emails).toBeFocused()
    await pressKeys(page, 'g u')
    await expect(grid(page)).toBeFocused()
    await pressKeys(page, 'g p')
    await expect(heading(page, 'Profile')).toBeFocused()
  })

  await test.step('starts a status', async () => {
    await page.keyboard.press('s')
    await expect(page.getByRole('combobox', { name: 'Go anywhere' })).toHaveValue('status ')
    await page.keyboard.type('Reading the queue')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect
      .poll(() => callAsAdmin(sandbox, 'GET', '/user/status'))
      .toMatchObject({ message: 'Reading the queue' })
  })

  await test.step('cancels an edit and returns the focus to its button', async () => {
    await openScreen(page, 'Accounts')
    const edit = page.getByRole('main').getByRole('button', { name: 'Edit' })
    await edit.click()
    const form = page.getByRole('form', { name: /^Edit / })
    await form.getByRole('textbox').fill('Another name')
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await expect(edit).toBeFocused()

    await openScreen(page, 'Settings')
    const seconds = page.getByRole('textbox', { name: /undo/i })
    const before = await seconds.inputValue()
    await seconds.fill('29')
    await page.keyboard.press('Escape')
    await expect(seconds).toHaveValue(before)
  })
})

test('restores the scroll position and focus when returning to a list @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin, {
    viewport: { width: 900, height: 600 },
  })
  // Once the directory is loaded, it supplies the activities.
  await openScreen(page, 'Users')
  await expect(page.getByText('60 users', { exact: true })).toBeVisible()
  await openScreen(page, 'Activities')
  const activities = page.getByRole('grid', { name: 'Activities' })
  const link = activities.getByRole('link').nth(30)
  await link.scrollIntoViewIfNeeded()
  const username = (await link.textContent())!
  await link.click()
  await expect(activities).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await top(page)).toBe(0)
  // The link has the username; the URL it leads to has the user’s ID.
  await expect(page).toHaveURL(/people\/\d+/)

  await page.goBack()
  await expect(activities.getByRole('link', { name: username, exact: true })).toBeInViewport()
  await openScreen(page, 'Profile')
  expect(await top(page)).toBe(0)
  await openScreen(page, 'Home')
  await page.goBack()
  await expect(heading(page, 'Profile')).toBeFocused()
})

test('floats toasts over the screen without covering the focus @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin, {
    viewport: { width: 900, height: 600 },
  })
  const undo = toast(page).getByRole('button', { name: 'Undo' })

  await test.step('doesn’t resize the screen, and can be reached and left by keyboard', async () => {
    await openScreen(page, 'Status')
    await page.getByRole('textbox', { name: 'Message' }).fill('Reading the queue')
    const before = await page.getByRole('main').boundingBox()
    await page.getByRole('button', { name: 'Save status' }).click()
    await expect(toast(page)).toContainText('Status: ')
    expect(await page.getByRole('main').boundingBox()).toEqual(before)
    await page.getByRole('textbox', { name: 'Message' }).fill('Reading the log')
    const save = page.getByRole('button', { name: 'Save status' })
    await save.focus()
    await expect.poll(() => coversFocus(page)).toBe(false)
    await page.keyboard.press('F6')
    await expect(toast(page).getByRole('button', { name: 'Dismiss' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toast(page).getByText('Status: ')).toHaveCount(0)
    await expect(save).toBeFocused()
    await page.getByRole('textbox', { name: 'Message' }).fill('Reading the queue')
  })

  await test.step('lists past toasts behind the bell, including by keyboard while none are shown', async () => {
    const history = page.getByRole('dialog', { name: 'Recent notifications' })
    await page.getByRole('button', { name: 'Recent notifications' }).click()
    await expect(history.getByRole('listitem').first()).toContainText('Status: ')
    await app.expectAccessible()
    await page.keyboard.press('Escape')
    await expect(history).toHaveCount(0)
    await page.keyboard.press('F6')
    await expect(history).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('stays on other screens only if it has Undo, and avoids the focus there', async () => {
    await openScreen(page, 'Queue')
    await page.getByRole('button', { name: 'Pause all' }).click()
    await expect(toast(page)).toContainText('paused')
    await openAdminUser(page, sandbox, 'wordy')
    await takeAction(page, 'Block')
    await expect(undo).toBeVisible()
    for (const screen of ['Status', 'Emails', 'Preferences', 'New runner', 'Settings', 'Users']) {
      await openScreen(page, screen)
      await expect(undo).toBeVisible()
      await page.locator('main :is(a, button, input):visible').last().focus()
      await expect.poll(() => coversFocus(page)).toBe(false)
    }
    await expect(toast(page).getByText('paused')).toHaveCount(0)
  })
})
