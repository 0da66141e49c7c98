import { chooseForRun, takeAction } from './support/moderation.ts'
import { selectAll, openView } from './support/directory.ts'
import { dateIn } from '../src/core/testing/dates.ts'
import { chooseInRow, listRow, openScreen, runRow } from './support/actions.ts'
import { noon } from './support/clock.ts'
import { newSshKey } from './support/keys.ts'
import { findUser, openAdminUser, userHeader } from './support/person.ts'
import { type TestSandbox, callAsAdmin } from './support/sandbox.ts'
import { expect, heading, test } from './support/test.ts'

test.use({ time: noon })

test('offboards offline, across a restart, and removes exactly the user’s objects @flavor @full', async ({
  app,
  sandbox,
}) => {
  let page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  const { id, username } = (await findUser(sandbox, 'tomasz'))!
  await addCredentials(sandbox, id)
  const others = await accessOf(sandbox, (await findUser(sandbox, 'aroha'))!.id)
  await openScreen(page, 'Users')
  await expect(page.getByText(/^Updated today/)).toBeVisible()
  await openAdminUser(page, sandbox, username)
  await sandbox.stop()

  await test.step('takes three clicks and the username', async () => {
    await takeAction(page, 'Offboard and other plans…')
    await expect(heading(page, /^Choose an action for .*Tomasz/)).toBeVisible()
    await page.getByRole('radio', { name: /^Offboard/ }).check()
    await expect(page.getByText('Delete SSH keys: 1 user')).toBeVisible()
    await expect(
      page.getByText('GitLab keeps groups of which they’re the only owner'),
    ).toBeVisible()
    await app.expectAccessible()
    await page.getByLabel(`Type ${username} to confirm`).fill(username)
    await page.getByRole('button', { name: /^Offboard .*Tomasz/ }).click()
    await expect(heading(page, /^Run: /)).toBeVisible()
  })

  await test.step('survives a restart, and finishes once GitLab is reachable', async () => {
    page = await app.open()
    await openScreen(page, 'Queue')
    await expect(page.getByRole('grid', { name: 'Pending' })).toContainText('Delete SSH keys')
    await sandbox.start()
    await expect
      .poll(() => accessOf(sandbox, id), { timeout: 60_000 })
      .toEqual({
        state: 'blocked',
        keys: 0,
        tokens: 0,
        emails: 0,
        identities: 0,
      })
    await openView(page, /^Finished/)
    await expect(page.getByRole('grid', { name: 'Finished' })).toContainText('Block')
  })

  await test.step('logs each key in the audit log', async () => {
    await openScreen(page, 'Audit log')
    await chooseInRow(listRow(page, 'Entries', 'Run 1'), 'Entries')
    await expect(page.getByRole('button', { name: /Entries of run 1/ })).toBeVisible()
    const log = page.getByRole('grid', { name: 'Entries' })
    for (const nth of [1, 2, 3]) await expect(log).toContainText(`laptop ${nth}`)
    expect(await accessOf(sandbox, (await findUser(sandbox, 'aroha'))!.id)).toEqual(others)
  })
})

test('offers offboarding by name for one user or several @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  const chosen = page.getByRole('radio', { name: /^Offboard/ })

  await test.step('offers it in the menu of a user’s page', async () => {
    await openAdminUser(page, sandbox, 'tomasz')
    await page.getByRole('button', { name: 'More actions' }).click()
    await app.expectAccessible()
    await page.getByRole('menuitem', { name: /^Offboard @.*tomasz.*…$/ }).click()
    await expect(heading(page, /^Offboard .*Tomasz/)).toBeVisible()
    await expect(chosen).toBeChecked()
  })

  await test.step('offers it in the menu of selected users, with the other plans', async () => {
    await openScreen(page, 'Users')
    await expect(page.getByText('60 users', { exact: true })).toBeVisible()
    const actions = page
      .getByRole('toolbar', { name: 'Selection' })
      .getByRole('button', { name: 'Actions' })
    await selectAll(page).click()
    await actions.click()
    await page.getByRole('menuitem', { name: 'Offboard…' }).click()
    await expect(heading(page, /^Offboard/)).toBeVisible()
    await expect(chosen).toBeChecked()
    await page.goBack()
    await actions.click()
    await page.getByRole('menuitem', { name: 'Other plans…' }).click()
    await expect(chosen).toBeVisible()
    await expect(chosen).not.toBeChecked()
  })
})

test('saves a plan, edits users, and waits for a date @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  const { id, username } = (await findUser(sandbox, 'tomasz'))!
  await openScreen(page, 'Users')
  await expect(page.getByText(/^Updated today/)).toBeVisible()
  await openAdminUser(page, sandbox, username)
  await takeAction(page, 'Offboard and other plans…')

  await test.step('saves, deletes, and restores a custom plan', async () => {
    await page.getByRole('button', { name: 'New plan…' }).click()
    const editor = page.getByRole('dialog', { name: 'New plan' })
    await editor.getByRole('button', { name: 'Save plan' }).click()
    await expect(editor.getByText('Enter a name.')).toBeVisible()
    await editor.getByLabel('Name').fill('Contractor leaves')
    await editor.getByRole('button', { name: 'Add step' }).click()
    await editor.getByLabel('Step 2', { exact: true }).selectOption('Delete SSH keys')
    await app.expectAccessible()
    await editor.getByRole('button', { name: 'Save plan' }).click()
    const choice = page.getByRole('radio', { name: 'Contractor leaves' })
    await expect(choice).toBeChecked()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(choice).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(choice).toBeVisible()
  })

  await test.step('copies a built-in plan with the chosen steps', async () => {
    await page.getByRole('radio', { name: /^Offboard/ }).check()
    await page.getByRole('checkbox', { name: 'Delete GPG keys' }).uncheck()
    await page.getByRole('button', { name: 'Copy…' }).click()
    const editor = page.getByRole('dialog', { name: 'New plan' })
    await expect(editor.getByLabel('Name')).toHaveValue('Copy of Offboard')
    await editor.getByLabel('Name').fill('Our offboarding')
    await editor.getByLabel('Step 2', { exact: true }).selectOption('Delete SSH keys')
    await editor.getByRole('button', { name: 'Save plan' }).click()
    await expect(page.getByRole('radio', { name: 'Our offboarding' })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Delete GPG keys' })).toHaveCount(0)
    await expect(page.getByRole('checkbox', { name: 'Delete SSH keys' })).toHaveCount(2)
  })

  await test.step('edits fields', async () => {
    await page.getByRole('combobox', { name: 'Action', exact: true }).selectOption('Edit fields')
    const notes = page.getByLabel('Admin notes')
    const start = page.getByRole('button', { name: /^Edit .*Tomasz/ })
    await notes.fill('Left')
    await expect(start).toBeEnabled()
    // Clicks before the preview catches up with the last keystrokes.
    await start.evaluate((button: HTMLElement) => {
      const field = document.querySelector<HTMLTextAreaElement>('textarea')!
      field.value = 'Left the company'
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      button.click()
    })
    await expect(page.getByText('Finished', { exact: true })).toHaveCount(0)
    await expect(notes).toHaveValue('Left the company')
    await start.click()
    await expect(page.getByText('Finished', { exact: true })).toBeVisible()
    const { note } = await callAsAdmin<{ note: string }>(sandbox, 'GET', `/users/${id}`)
    expect(note).toContain('Left the company')
  })

  await test.step('shows a date with its time zone, and cancels it', async () => {
    await openAdminUser(page, sandbox, username)
    await takeAction(page, 'Block until a date')
    await expect(page.getByRole('radio', { name: /^Block until a date/ })).toBeChecked()
    await expect(page.getByText('Set a date to see the preview.')).toBeVisible()
    await expect(heading(page, /^Block .*Tomasz.* until a date$/)).toBeVisible()
    await page.getByRole('textbox', { name: 'Date', exact: true }).fill('2020-01-01T09:00')
    await expect(page.getByText('Choose a date in the future.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Date', exact: true }).fill('2099-01-01T09:00')
    await page.getByLabel('Reason', { exact: true }).fill('Lost laptop')
    await page.getByRole('button', { name: /^Block .*Tomasz.* until .*2099/ }).click()
    await expect(page.getByText(/^Unblock is due .*2099/)).toBeVisible()
    await openAdminUser(page, sandbox, username)
    await expect(userHeader(page)).toContainText(/Unblock.*Due .*2099/)
    await expect(userHeader(page)).toContainText('Lost laptop')
    await app.expectAccessible()
    await expect(page.getByRole('button', { name: 'Unblock now' })).toBeEnabled()
    await openScreen(page, 'Queue')
    await openView(page, /^Scheduled/)
    const row = page.getByRole('grid', { name: 'Scheduled' }).locator('[data-item]')
    await expect(row).toContainText(/Due .*2099.*Berlin|Due .*2099/)
    await app.expectAccessible()
    await chooseInRow(row, 'Cancel')
    await expect(page.getByText('Nothing scheduled')).toBeVisible()
  })
})

test('offboards on a date, which can be changed and canceled @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  const { username } = (await findUser(sandbox, 'tomasz'))!
  await openScreen(page, 'Users')
  await expect(page.getByText(/^Updated today/)).toBeVisible()
  await openAdminUser(page, sandbox, username)
  await takeAction(page, 'Offboard and other plans…')
  await page.getByRole('radio', { name: /^Offboard/ }).check()
  await page.getByRole('radio', { name: 'On a date', exact: true }).check()
  await expect(page.getByText('Set a date to see the preview.')).toBeVisible()
  await page.getByRole('button', { name: 'In 30 days' }).click()
  const date = page.getByLabel('Date', { exact: true })
  await expect(date).toHaveValue(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  const inThirtyDays = await date.inputValue()
  await expect(page.getByRole('form', { name: 'Start' })).toContainText('Nothing is sent before')
  await app.expectAccessible()
  await page.getByLabel(`Type ${username} to confirm`).fill(username)
  await page.getByRole('button', { name: /^Offboard .*Tomasz.*\(.*\)$/ }).click()
  await expect(heading(page, /^Run: /)).toBeVisible()
  await expect(page.getByText(/^Starts /)).toBeVisible()

  await test.step('changes the date for the run', async () => {
    await chooseForRun(page, 'Change date…')
    const dialog = page.getByRole('dialog', { name: 'Change the date' })
    await expect(dialog.getByLabel('Date', { exact: true })).toHaveValue(inThirtyDays)
    await app.expectAccessible()
    await dialog.getByLabel('Date', { exact: true }).fill('2098-01-01T09:00')
    await dialog.getByRole('button', { name: 'Change date', exact: true }).click()
    await expect(page.getByText(/^Starts .*2098/)).toBeVisible()
  })

  await test.step('shows the date in the queue, and changes and cancels it there', async () => {
    await openScreen(page, 'Queue')
    await openView(page, /^Scheduled/)
    const rows = page.getByRole('grid', { name: 'Scheduled' }).locator('[data-item]')
    await expect(rows).toHaveCount(7)
    await expect(rows.first()).toContainText(/Due .*2098/)
    await chooseInRow(rows.first(), 'Change date…')
    const dialog = page.getByRole('dialog', { name: 'Change the date' })
    await dialog.getByLabel('Date', { exact: true }).fill('2099-01-01T09:00')
    await dialog.getByRole('button', { name: 'Change date', exact: true }).click()
    await expect(rows.last()).toContainText(/Due .*2099/)
    await chooseInRow(runRow(page, /^Offboard/), 'Cancel')
    await page.getByRole('button', { name: 'Cancel 7 actions' }).click()
    await expect(page.getByText('Nothing scheduled')).toBeVisible()
  })
})

/** Adds three keys, two tokens, and two emails to a user. */
async function addCredentials(sandbox: TestSandbox, id: number): Promise<void> {
  for (const nth of [1, 2, 3]) {
    await callAsAdmin(sandbox, 'POST', `/users/${id}/keys`, {
      title: `laptop ${nth}`,
      key: newSshKey(),
    })
  }
  const expires_at = dateIn(30, sandbox.now())
  for (const name of ['ci', 'bot']) {
    const token = { name, scopes: ['api'], expires_at }
    await callAsAdmin(sandbox, 'POST', `/users/${id}/impersonation_tokens`, token)
  }
  for (const nth of [1, 2]) {
    const email = { email: `second${nth}@example.com`, skip_confirmation: true }
    await callAsAdmin(sandbox, 'POST', `/users/${id}/emails`, email)
  }
}

async function accessOf(sandbox: TestSandbox, id: number) {
  const list = async (path: string) =>
    (await callAsAdmin<{ email?: string }[]>(sandbox, 'GET', `/users/${id}${path}`)) ?? []
  const user = await callAsAdmin<{ state: string; email: string; identities: unknown[] }>(
    sandbox,
    'GET',
    `/users/${id}`,
  )
  return {
    state: user.state,
    keys: (await list('/keys')).length,
    tokens: (await list('/impersonation_tokens?state=active')).length,
    emails: (await list('/emails')).filter(({ email }) => email !== user.email).length,
    identities: user.identities.length,
  }
}
