import type { Page } from '@playwright/test'
import { discardChanges } from './support/actions.ts'
import { findUser, goToAdminScreen, userHeader } from './support/person.ts'
import { createAdmin, callAsAdmin } from './support/sandbox.ts'
import { expect, heading, test } from './support/test.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })
const conflict = (page: Page, name: string) =>
  page.getByRole('group', { name: `${name}: changed elsewhere` })

async function openEdit(page: Page, id: number): Promise<void> {
  await goToAdminScreen(page, `people/${id}/edit`)
  await expect(heading(page, 'Edit Maya Lindqvist')).toBeVisible()
}

test('asks before overwriting another administrator’s concurrent changes @full', async ({
  app,
  sandbox,
}) => {
  const { id } = (await findUser(sandbox, 'maya.lindqvist'))!
  await callAsAdmin(sandbox, 'PUT', `/users/${id}`, { note: 'original', bio: 'Waves.' })
  const other = await createAdmin(sandbox)
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)

  await test.step('asks for each field', async () => {
    await openEdit(page, id)
    await field(page, 'Note').fill('ours')
    await field(page, 'Bio').fill('Tides.')
    await field(page, 'Location').fill('Oslo')
    await other('PUT', `/users/${id}`, {
      note: 'LEGAL HOLD',
      bio: 'Sand.',
      organization: 'Harbour',
    })
    await save(page).click()

    // Nothing is sent until every conflict is resolved, not even by keyboard.
    await expect(page.getByRole('alert')).toContainText('Someone else changed Bio and Note too')
    await expect(page.getByRole('alert')).toContainText('Changed elsewhere: Organization')
    await expect(conflict(page, 'Note')).toContainText('LEGAL HOLD')
    await expect(conflict(page, 'Note')).toContainText('ours')
    await expect(field(page, 'Organization')).toHaveValue('Harbour')
    await app.expectAccessible()
    await expect(page.getByRole('button', { name: 'Keep theirs for Bio' })).toBeFocused()
    await save(page).click()
    const unchanged = { note: 'LEGAL HOLD', bio: 'Sand.', location: 'Gothenburg, Sweden' }
    expect(await findUser(sandbox, 'maya.lindqvist')).toMatchObject(unchanged)
    await page.getByRole('button', { name: 'Keep theirs for Bio' }).focus()
    await page.keyboard.press('Enter')
    await expect(field(page, 'Bio')).toHaveValue('Sand.')
    await expect(page.getByRole('button', { name: 'Keep theirs for Note' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(field(page, 'Note')).toHaveValue('ours')
    await expect(save(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText(/Saved for .*Location and Note/)).toBeVisible()
    expect(await findUser(sandbox, 'maya.lindqvist')).toMatchObject({
      note: 'ours',
      bio: 'Sand.',
      location: 'Oslo',
      organization: 'Harbour',
    })

    // Undo leaves fields alone that changed later.
    await other('PUT', `/users/${id}`, { note: 'LEGAL HOLD AGAIN' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('because it was changed since: Note')).toBeVisible()
    await expect(field(page, 'Note')).toHaveValue('LEGAL HOLD AGAIN')
    expect(await findUser(sandbox, 'maya.lindqvist')).toMatchObject({
      note: 'LEGAL HOLD AGAIN',
      location: 'Gothenburg, Sweden',
    })
  })

  await test.step('distinguishes typed values from others’ changes while the page was closed', async () => {
    await callAsAdmin(sandbox, 'PUT', `/users/${id}`, { note: 'original' })
    await goToAdminScreen(page, `people/${id}`)
    await expect(userHeader(page)).toBeVisible()
    await openEdit(page, id)
    await expect(field(page, 'Note')).toHaveValue('original')
    await field(page, 'Note').fill('ours')
    await callAsAdmin(sandbox, 'PUT', `/users/${id}`, { note: 'LEGAL HOLD', location: 'Malmö' })
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(field(page, 'Note')).toHaveValue('ours')
    await expect(field(page, 'Location')).toHaveValue('Malmö')
    await expect(conflict(page, 'Note')).toContainText('LEGAL HOLD')
    await discardChanges(page)
    await expect(field(page, 'Note')).toHaveValue('LEGAL HOLD')
    await expect(conflict(page, 'Note')).toHaveCount(0)
  })
})

test.describe('on GitLab 17 CE', () => {
  test.use({ sandboxOptions: { edition: 'ce', version: '17' } })

  test('lists ignored fields and keeps their typed values @full', async ({ app, sandbox }) => {
    const { id } = (await findUser(sandbox, 'maya.lindqvist'))!
    await callAsAdmin(sandbox, 'PUT', `/users/${id}`, { skype: '' })
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    await openEdit(page, id)
    await field(page, 'Note').fill('Watches the tides.')
    await field(page, 'Skype').fill('maya.l')
    // Replaces the instance with a version that lacks the field.
    await sandbox.stop()
    await sandbox.start({ version: '18' })
    await save(page).click()
    await expect(page.getByText('except Skype: this instance ignored it.')).toBeVisible()
    await expect(field(page, 'Skype')).toHaveValue('maya.l')
    await expect(page.getByText('Not saved: this instance ignored it.')).toBeVisible()
    await expect(page.getByText('1 change')).toBeVisible()
    await app.expectAccessible()
    expect(await findUser(sandbox, 'maya.lindqvist')).toMatchObject({ note: 'Watches the tides.' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone for')).toBeVisible()
    await expect(field(page, 'Note')).toHaveValue('')

    // An unsupported field is hidden only while it has no unsaved text.
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(field(page, 'Skype')).toHaveValue('maya.l')
    await discardChanges(page)
    await expect(field(page, 'Skype')).toHaveCount(0)

    await goToAdminScreen(page, 'people/new')
    await expect(heading(page, 'New user')).toBeVisible()
    await field(page, 'Name').fill('Nora Quist')
    await field(page, 'Username').fill('nora.q')
    await field(page, 'Email').fill('nora@intranet')
    await page.getByRole('switch', { name: 'Auditor' }).click()
    await page.getByRole('button', { name: 'Create user' }).click()
    await expect(page.getByText('Not set: this instance ignored Auditor.')).toBeVisible()
    expect(await findUser(sandbox, 'nora.q')).toMatchObject({ email: 'nora@intranet' })
  })
})
