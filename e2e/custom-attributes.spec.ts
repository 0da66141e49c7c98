import { toast } from './support/moderation.ts'
import { openAdminUser } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { expect, test } from './support/test.ts'

test('adds, edits, and deletes custom attributes without overwriting newer values @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  const id = await openAdminUser(page, sandbox, 'wordy')
  const path = `/users/${id}/custom_attributes/cost.center`
  const valueNow = async () =>
    (await callAsAdmin<{ value: string }>(sandbox, 'GET', path).catch(() => undefined))?.value
  const list = page.getByRole('list', { name: 'Custom attributes' })

  await test.step('adds an attribute', async () => {
    await page.getByRole('button', { name: 'Add attribute' }).click()
    const form = page.getByRole('form', { name: 'Add attribute' })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toContainText('Can’t be empty.')
    await form.getByLabel('Key').fill('cost.center')
    await form.getByLabel('Value').fill('4711')
    await app.expectAccessible()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(list.getByRole('listitem', { name: 'cost.center' })).toContainText('4711')
    expect(await valueNow()).toBe('4711')
  })

  await test.step('edits it, and asks if another administrator has changed it', async () => {
    await callAsAdmin(sandbox, 'PUT', path, { value: '4712' })
    await list.getByRole('button', { name: 'Edit cost.center' }).click()
    const form = page.getByRole('form', { name: 'Edit cost.center' })
    await form.getByLabel('Value of cost.center').fill('4713')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('alert')).toContainText('has another value on GitLab: \u20684712')
    expect(await valueNow()).toBe('4712')
    await form.getByRole('button', { name: 'Save' }).last().click()
    await expect(list.getByRole('listitem', { name: 'cost.center' })).toContainText('4713')
    await app.expectAccessible()
    await toast(page, 'saved').getByRole('button', { name: 'Undo' }).click()
    await expect(list.getByRole('listitem', { name: 'cost.center' })).toContainText('4712')
  })

  await test.step('deletes it, with Undo', async () => {
    await list.getByRole('button', { name: 'Delete cost.center' }).click()
    await expect(toast(page, 'deleted')).toBeVisible()
    expect(await valueNow()).toBeUndefined()
    await toast(page, 'deleted').getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'restored')).toBeVisible()
    expect(await valueNow()).toBe('4712')
  })
})
