import { expectCount, grid, openDirectory, openedView, search, user } from './support/directory.ts'
import { findUser } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { expect, test } from './support/test.ts'

test('filters by text in the search field, and shows hidden selections @full', async ({
  app,
  sandbox,
}) => {
  const maya = (await findUser(sandbox, 'maya.lindqvist'))!
  const page = await openDirectory(app, sandbox)

  await test.step('finds a user by part of their email', async () => {
    await search(page).fill('lindqvist@')
    await expectCount(page, '1 user')
    await expect
      .poll(async () => (await grid(page).locator('mark').allInnerTexts()).join(''))
      .toBe('lindqvist@')
  })

  await test.step('completes a filter and applies it', async () => {
    await search(page).fill('st')
    const suggestions = page.getByRole('listbox', { name: 'Suggested filters' })
    await expect(suggestions.getByRole('option')).toHaveText(['state:'])
    await search(page).press('ArrowDown')
    await search(page).press('Enter')
    await expect(suggestions.getByRole('option')).toHaveCount(6)
    await search(page).pressSequentially('ban')
    await app.expectAccessible()
    await search(page).press('ArrowDown')
    await search(page).press('Enter')
    // It matches the view with the same name, which stands for it.
    const view = openedView(page, /^Banned/)
    await expect(view).toBeVisible()
    await expect(search(page)).toHaveValue('')
    await expect(user(page, '@bulk_seller')).toBeVisible()
    // Reopens the completed filter for editing.
    await search(page).press('Backspace')
    await expect(search(page)).toHaveValue('state:banne')
    await expect(view).toHaveCount(0)
    await search(page).fill('2fa:no admin:yes')
    await search(page).press('Enter')
    await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(2)
    await page.getByRole('button', { name: 'Reset filters' }).click()
  })

  await test.step('includes or excludes users by a property', async () => {
    const users = await callAsAdmin<{ locked: boolean; is_admin: boolean }[]>(
      sandbox,
      'GET',
      '/users?per_page=100',
    )
    const locked = users.filter((user) => user.locked)
    const words = (count: number) => (count === 1 ? '1 user' : `${count} users`)
    await search(page).fill('locked:yes')
    await expectCount(page, words(locked.length))
    await expect(user(page, '@locked.out')).toBeVisible()
    await page.getByRole('button', { name: /^Filters/ }).click()
    const form = page.getByRole('group', { name: 'Filters', exact: true })
    await expect(form.getByLabel('Locked', { exact: true })).toHaveValue('yes')
    await form.getByLabel('Locked', { exact: true }).selectOption('Exclude')
    await expectCount(page, words(users.length - locked.length))
    await form.getByLabel('Administrators', { exact: true }).selectOption('Exclude')
    const others = users.filter((user) => !user.locked && !user.is_admin)
    await expectCount(page, words(others.length))
    await app.expectAccessible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveText([
      /Exclude administrators/,
      /Exclude locked users/,
    ])
    await page.getByRole('button', { name: 'Reset filters' }).click()
  })

  await test.step('reports text that isn’t a valid filter', async () => {
    await search(page).fill('team:maps ')
    await expect(page.getByText(/^Unknown filter .*team:maps.*Known: state:, 2fa:/)).toBeVisible()
    await search(page).fill('')
    await expectCount(page, '60 users')
  })

  await test.step('shows which selected users the list leaves out', async () => {
    await search(page).fill(`#${maya.id}`)
    await expectCount(page, '1 user')
    await grid(page).getByRole('checkbox').nth(1).click()
    await search(page).fill('state:banned')
    await search(page).press('Enter')
    await expectCount(page, '1 selected 1 not in this list')
    await page.getByRole('button', { name: 'Show selected' }).click()
    await expectCount(page, '1 selected')
    await expect(grid(page).getByRole('link')).toHaveCount(1)
    await expect(grid(page).getByRole('link')).toHaveText('Maya Lindqvist')
  })
})

test('warns that a user’s name resembles another’s, in the list and on the page @full', async ({
  app,
  sandbox,
}) => {
  const wordy = (await findUser(sandbox, 'wordy'))!
  await callAsAdmin(sandbox, 'PUT', `/users/${wordy.id}`, { username: 'maya.Iindqvist' })
  const page = await openDirectory(app, sandbox)
  const badge = grid(page).getByText(/Looks like/)
  await search(page).fill('maya')
  await expectCount(page, '2 users')
  await expect(badge).toHaveCount(1)
  await search(page).fill('Iindqvist')
  await expectCount(page, '1 user')
  await expect(badge).toContainText('maya.lindqvist')
  await app.expectAccessible()
  await search(page).press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/people\/\d+/)
  await expect(page.getByRole('main').getByText(/Looks like/)).toBeVisible()
  await page.goBack()
  await expect(badge).toBeVisible()
})
