import type { Page } from '@playwright/test'
import { discardChanges, openScreen } from './support/actions.ts'
import { expect, heading, test } from './support/test.ts'
import { callAsUser } from './support/sandbox.ts'

const presets = { '3 hours': 3 * 3600, '1 day': 86_400, '30 days': 30 * 86_400 }

async function openStatus(page: Page): Promise<void> {
  await openScreen(page, 'Status')
  await expect(heading(page, 'Status')).toBeVisible()
}

/** When the edited status clears. The presets’ editor has such fields, too. */
const clearAfter = (page: Page) =>
  page.getByRole('form', { name: 'Status' }).getByRole('combobox', { name: 'Clear after' })
const messageField = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const chip = (page: Page, name: string | RegExp) =>
  page
    .getByRole('list', { name: 'Presets and recent' })
    .getByRole('button', { name, exact: typeof name === 'string' })
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true })
/** The notice about a status queued until GitLab is reachable. */
const waiting = (page: Page) => page.getByRole('status').filter({ hasText: 'Will be ' })
const current = (page: Page) => page.getByRole('region', { name: 'Current status' })

/** Saves the form and waits for the button to show that the status has reached GitLab. */
async function save(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Save status' })
  await button.click()
  await expect(button).toBeDisabled()
}

function expectBetween(moment: number, start: number, end: number): void {
  expect(moment).toBeGreaterThanOrEqual(start)
  expect(moment).toBeLessThanOrEqual(end)
}

/** The user’s status on GitLab. */
async function statusOf(url: string, token: string) {
  const answer = await fetch(`${url}/api/v4/user/status`, { headers: { 'PRIVATE-TOKEN': token } })
  return (await answer.json()) as Record<
    'emoji' | 'message' | 'availability' | 'clear_status_at',
    string
  >
}

test('sets a status for a limited time, and offers recent ones in one click', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  await openStatus(page)

  await test.step('sets it for the same duration as before', async () => {
    await messageField(page).fill('Lunch')
    await clearAfter(page).selectOption('30 minutes')
    await save(page)
    await expect(current(page)).toContainText('Lunch')
    await messageField(page).fill('Here')
    await clearAfter(page).selectOption('Don’t clear')
    await save(page)
    await expect(current(page)).toContainText('Here')
    // The chips move when the last one loads.
    await expect(chip(page, 'Here')).toBeVisible()
    const start = sandbox.now()
    await chip(page, 'Lunch 30 min').click()
    await expect(current(page)).toContainText('Lunch')
    await expect(page.locator('.toast', { hasText: /Status: .*Lunch/ })).toBeVisible()
    const { clear_status_at: end } = await statusOf(sandbox.url, sandbox.tokens.user)
    expectBetween(Date.parse(end) - 30 * 60_000, start, sandbox.now())
    // The most recent chip stays in place instead of moving to the front.
    await expect(chip(page, 'Lunch 30 min')).toBeFocused()
    await chip(page, 'Here').click()
    await expect(current(page)).toContainText('Here')
    await expect
      .poll(async () => (await statusOf(sandbox.url, sandbox.tokens.user)).clear_status_at)
      .toBeNull()
  })

  await test.step('offers recent statuses', async () => {
    for (const message of ['First', 'Second']) {
      await messageField(page).fill(message)
      await save(page)
      await expect(current(page)).toContainText(message)
    }
    // The chips move when the last one loads.
    await expect(chip(page, 'Second')).toBeVisible()
    await chip(page, 'First').click()
    await expect(current(page)).toContainText('First')
    await expect
      .poll(async () => (await statusOf(sandbox.url, sandbox.tokens.user)).message)
      .toBe('First')
    // The form is filled with the saved status.
    await expect(messageField(page)).toHaveValue('First')
  })

  await test.step('sets a status for a limited time', async () => {
    for (const [name, seconds] of Object.entries(presets)) {
      await messageField(page).fill(`Away for ${name}`)
      await clearAfter(page).selectOption(name)
      const start = sandbox.now()
      await save(page)
      await expect(current(page)).toContainText(`Away for ${name}`)
      const { message, clear_status_at: end } = await statusOf(sandbox.url, sandbox.tokens.user)
      expect(message).toBe(`Away for ${name}`)
      expectBetween(Date.parse(end) - seconds * 1000, start, sandbox.now())
    }
    await messageField(page).fill('For good')
    await clearAfter(page).selectOption('Don’t clear')
    await save(page)
    await expect(current(page)).toContainText('For good')
    expect((await statusOf(sandbox.url, sandbox.tokens.user)).clear_status_at).toBeNull()
    await app.expectAccessible()
  })
})

test(
  'keeps emoji and busy across a reload, clears the status, and restores it @full',
  { tag: '@flavor' },
  async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox)
    await openStatus(page)
    await page.getByRole('button', { name: /^Emoji:/ }).click()
    await page.getByRole('searchbox', { name: 'Search emoji' }).fill('vacation')
    await page.getByRole('button', { name: 'palm_tree', exact: true }).click()
    await messageField(page).fill('At the beach')
    await page.getByRole('switch', { name: 'Busy' }).click()
    await save(page)
    await expect(current(page)).toContainText('At the beach')
    await page.reload()
    await expect(current(page)).toContainText('At the beach')
    await expect(current(page)).toContainText('Busy')
    await expect(current(page).getByRole('img', { name: 'Emoji: palm_tree' })).toBeVisible()
    expect(await statusOf(sandbox.url, sandbox.tokens.user)).toMatchObject({
      emoji: 'palm_tree',
      availability: 'busy',
    })
    await page.getByRole('button', { name: 'Clear status' }).click()
    await expect(current(page)).toContainText('No status set.')
    // The button disappears, so focus moves to the current status.
    await expect(current(page)).toBeFocused()
    await expect(page.getByText('Status cleared.')).toBeVisible()
    expect((await statusOf(sandbox.url, sandbox.tokens.user)).message ?? '').toBe('')
    await undo(page).click()
    await expect(current(page)).toContainText('At the beach')
  },
)

test('keeps the draft across a reload, and a saved status during an outage @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  await openStatus(page)

  await test.step('keeps every choice across a reload', async () => {
    await messageField(page).fill('Away')
    await clearAfter(page).selectOption('3 hours')
    await save(page)
    await expect(current(page)).toContainText('Away')
    const { clear_status_at: end } = await statusOf(sandbox.url, sandbox.tokens.user)
    page.on('dialog', (dialog) => void dialog.accept())
    await messageField(page).fill('Away, back soon')
    await page.reload()
    await expect(messageField(page)).toHaveValue('Away, back soon')
    await expect(clearAfter(page).locator('option:checked')).toHaveText(/^Keep /)
    await save(page)
    await expect(current(page)).toContainText('Away, back soon')
    expect(await statusOf(sandbox.url, sandbox.tokens.user)).toMatchObject({
      message: 'Away, back soon',
      clear_status_at: end,
    })
    await clearAfter(page).selectOption('7 days')
    await page.reload()
    await expect(clearAfter(page).locator('option:checked')).toHaveText('7 days')
    await discardChanges(page)
    await expect(clearAfter(page).locator('option:checked')).toHaveText(/^Keep /)
  })

  await test.step('keeps 100 characters while GitLab is down', async () => {
    await messageField(page).fill('x'.repeat(101))
    await expect(messageField(page)).toHaveValue('x'.repeat(100))
    await expect(page.getByText('100/100')).toBeVisible()
    await messageField(page).fill('Written on a train')
    await sandbox.stop()
    await page.getByRole('button', { name: 'Save status' }).click()
    await expect(waiting(page)).toContainText('Written on a train Will be set when GitLab accepts')
    await expect(messageField(page)).toHaveValue('Away, back soon')
    await expect(page.getByText('Can’t reach GitLab').first()).toBeVisible()
    await app.expectAccessible()
    await sandbox.start()
    await expect(current(page)).toContainText('Written on a train')
    await expect(waiting(page)).toHaveCount(0)
    await expect(page.getByText('Online').first()).toBeVisible()
  })
})

test(
  'asks before replacing a status set on another device @full',
  { tag: '@flavor' },
  async ({ app, sandbox }) => {
    const setElsewhere = (status: object) => callAsUser(sandbox, 'PUT', '/user/status', status)
    const currentMessage = async () => (await statusOf(sandbox.url, sandbox.tokens.user)).message
    const page = await app.openSignedIn(sandbox)
    await openStatus(page)
    for (const message of ['First', 'Second']) {
      await messageField(page).fill(message)
      await save(page)
      await expect(current(page)).toContainText(message)
    }

    await messageField(page).fill('Third')
    await setElsewhere({ emoji: 'palm_tree', message: 'On leave' })
    await page.getByRole('button', { name: 'Save status' }).click()
    const conflict = page.getByRole('group', { name: 'Message: changed elsewhere' })
    await expect(conflict).toContainText('On leave')
    await expect(page.getByRole('button', { name: 'Keep theirs for Message' })).toBeFocused()
    await app.expectAccessible()
    expect(await currentMessage()).toBe('On leave')
    await page.getByRole('button', { name: 'Use mine for Message' }).click()
    await page.keyboard.press('Enter')
    await expect(current(page)).toContainText('Third')
    await expect(page.locator('.toast', { hasText: 'Status: ' })).toBeVisible()
    await expect(current(page).getByRole('img', { name: 'Emoji: palm_tree' })).toBeVisible()

    // Waits until the chips have moved for the new status.
    await expect(chip(page, 'Third')).toBeVisible()
    await setElsewhere({ emoji: 'coffee', message: 'From my phone' })
    await chip(page, /^First/).click()
    await expect(page.getByText('was set elsewhere to')).toBeVisible()
    expect(await currentMessage()).toBe('From my phone')
    await page.getByRole('button', { name: 'Set anyway' }).click()
    await expect(current(page)).toContainText('First')
    await expect(page.locator('.toast', { hasText: 'Status: ' })).toBeVisible()

    await setElsewhere({ emoji: 'coffee', message: 'Again from my phone' })
    await page.getByRole('button', { name: 'Clear status' }).click()
    await expect(page.getByText('was set elsewhere to')).toBeVisible()
    await expect(current(page)).toContainText('Again from my phone')
    await page.getByRole('button', { name: 'Clear anyway' }).click()
    await expect(current(page)).toContainText('No status set.')
    await expect(page.getByText('Status cleared.')).toBeVisible()
    await setElsewhere({ emoji: 'palm_tree', message: 'On leave again' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Not restored: your status has changed since.')).toBeVisible()
    await expect(current(page)).toContainText('On leave again')
    expect(await currentMessage()).toBe('On leave again')
  },
)

test('sets presets in one click from Home, and edits the presets @full', async ({
  app,
  sandbox,
}) => {
  test.slow()
  const page = await app.openSignedIn(sandbox)
  const message = async () => (await statusOf(sandbox.url, sandbox.tokens.user)).message
  const before = await message()

  await test.step('sets, clears, and undoes in one click each', async () => {
    await chip(page, 'In a meeting Busy 30 min').click()
    await expect(current(page)).toContainText('In a meeting')
    await expect(current(page)).toContainText('Clears in 30 minutes')
    await expect.poll(message).toBe('In a meeting')
    await undo(page).click()
    await expect.poll(message).toBe(before)
    await expect(page.getByText('Status restored.')).toBeVisible()
    await current(page).getByRole('button', { name: 'Clear status' }).click()
    await expect.poll(message).toBeFalsy()
    await expect(current(page).getByRole('link', { name: 'Set status…' })).toBeVisible()
    await app.expectAccessible()
  })

  await openStatus(page)
  const editor = page.getByRole('list', { name: 'Presets', exact: true })
  const names = () =>
    editor
      .getByRole('textbox')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))

  await test.step('saves the form as a preset', async () => {
    await messageField(page).fill('Reading')
    await clearAfter(page).selectOption('3 hours')
    await page.getByRole('button', { name: 'Save as preset' }).click()
    await expect(chip(page, 'Reading 3 h')).toBeVisible()
    await expect(page.locator('.toast', { hasText: /Preset .* saved\./ })).toBeVisible()
  })

  await test.step('renames and moves presets', async () => {
    await page.getByRole('button', { name: 'Edit presets' }).click()
    const reading = editor.getByRole('textbox').last()
    await reading.fill('Reading papers')
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('reading')
    const found = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
    await expect(found.filter({ hasText: 'Reading papers' })).toBeVisible()
    await page.keyboard.press('Escape')
    await reading.press('Enter')
    await expect(chip(page, 'Reading papers 3 h')).toBeVisible()
    await expect(reading).toBeFocused()
    await reading.press('Alt+ArrowUp')
    await expect.poll(async () => (await names()).at(-2)).toBe('Reading papers')
    await expect(editor.getByRole('textbox').nth(5)).toBeFocused()
    await editor.locator('[draggable]').nth(5).dragTo(editor.getByRole('listitem').first())
    await expect.poll(async () => (await names())[0]).toBe('Reading papers')
    await app.expectAccessible()
  })

  await test.step('edits every part of a preset by keyboard', async () => {
    const row = editor.getByRole('listitem').first()
    await row.getByRole('checkbox', { name: 'Busy' }).press('Space')
    await expect(chip(page, 'Reading papers Busy 3 h')).toBeVisible()
    await row.getByRole('combobox', { name: 'Clear after' }).selectOption('1 day')
    await expect(chip(page, 'Reading papers Busy 1 day')).toBeVisible()
    await row.getByRole('combobox', { name: 'Clear after' }).selectOption('Custom…')
    await row.getByRole('spinbutton', { name: 'Duration' }).fill('1000')
    await row.getByRole('spinbutton', { name: 'Duration' }).press('Enter')
    await expect(row).toContainText('A status can last from 5 minutes to 30 days.')
    await row.getByRole('spinbutton', { name: 'Duration' }).fill('90')
    await row.getByRole('combobox', { name: 'Unit' }).selectOption('minutes')
    await row.getByRole('combobox', { name: 'Unit' }).press('Tab')
    await expect(chip(page, 'Reading papers Busy 1 h 30 min')).toBeVisible()
    await app.expectAccessible()
    await row.getByRole('combobox', { name: 'Clear after' }).selectOption('2 hours')
    await chip(page, 'Reading papers Busy 2 h').click()
    await expect(current(page)).toContainText(
      /Latchkey clears this in (2 hours|1 hour 59 minutes) \(.*\)/,
    )
    await row.getByRole('button', { name: /^Emoji:/ }).press('Enter')
    await page.keyboard.type('review')
    await page.keyboard.press('Enter')
    await expect(row.getByRole('button', { name: 'Emoji: eyes' })).toBeFocused()
    await page.getByRole('button', { name: 'Add preset' }).press('Enter')
    await page.keyboard.type('Reading papers')
    await page.keyboard.press('Enter')
    await expect(chip(page, 'Reading papers 30 min')).toBeVisible()
    const added = editor.getByRole('listitem').last()
    await added.getByRole('textbox').fill('')
    await added.getByRole('textbox').press('Enter')
    await expect(added).toContainText('Enter a message or choose an emoji.')
    await app.expectAccessible()
    await added.getByRole('button', { name: /^Remove preset/ }).press('Enter')
    await expect(chip(page, 'Reading papers 30 min')).toHaveCount(0)
  })

  await test.step('removes and restores a preset', async () => {
    await editor.getByRole('button', { name: /^Remove preset In a meeting/ }).click()
    await expect.poll(names).not.toContain('In a meeting')
    const removed = page.locator('.toast', { hasText: /Preset .* removed\./ })
    await removed.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(async () => (await names()).slice(0, 2))
      .toEqual(['Reading papers', 'In a meeting'])
  })

  await test.step('keeps the presets', async () => {
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByRole('list', { name: 'Presets and recent' })).toContainText(
      /^👀Reading papers/,
    )
  })
})

test(
  'shows a status before it reaches GitLab, and queues it during an outage @full',
  { tag: '@browser' },
  async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox)
    // Emoji load after the screen.
    await expect(current(page)).toContainText('🐶')
    const shown = await current(page).innerText()
    const { promise: release, resolve } = Promise.withResolvers<undefined>()
    await page.route('**/invoke', async (route) => {
      if (route.request().postData()?.includes('ownStatus.set')) await release
      await route.continue()
    })
    const frames = await page.evaluate(async () => {
      const buttons = [...document.querySelectorAll<HTMLElement>('main li button')]
      buttons.find((one) => one.textContent.includes('At lunch'))!.click()
      const status = document.querySelector('section[aria-label="Current status"]')!
      let count = 0
      while (!status.textContent.includes('At lunch') && count < 100) {
        await new Promise((next) => requestAnimationFrame(next))
        count += 1
      }
      return count
    })
    // 50 ms on an idle machine.
    expect(frames).toBeLessThanOrEqual(3)
    await expect(current(page)).not.toContainText('Saving…')
    await expect(current(page)).toContainText('Saving…')
    await sandbox.stop()
    resolve(undefined)
    await expect(waiting(page)).toContainText('At lunch')
    expect(await current(page).innerText()).toBe(shown)
    await sandbox.start()
    await expect(current(page)).toContainText('At lunch')
  },
)
