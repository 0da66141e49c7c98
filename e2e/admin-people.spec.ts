import type { Locator, Page } from '@playwright/test'
import { confirmByTyping, discardChanges } from './support/actions.ts'
import { findUser, goToAdminScreen, openAdminUser, userHeader } from './support/person.ts'
import { makePicture } from './support/pictures.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { expect, heading, test } from './support/test.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })
const summary = (page: Page) => page.getByRole('region', { name: 'Changes' })
/** A field with its errors. */
const fieldBox = (control: Locator) => control.locator('xpath=ancestor::*[.//p[@aria-live]][1]')

async function openEdit(page: Page, id: number): Promise<void> {
  await goToAdminScreen(page, `people/${id}/edit`)
  await expect(heading(page, 'Edit Maya Lindqvist')).toBeVisible()
}

/** Saves the form and returns the input sent to core. */
async function saveAndGetChanges(page: Page): Promise<object> {
  const saveRequest = page.waitForRequest((request) =>
    Boolean(request.postData()?.includes('userEdits.save')),
  )
  await save(page).click()
  return (JSON.parse((await saveRequest).postData()!) as { input: { changes: object } }).input
    .changes
}

test('creates a user with an avatar once all errors are fixed @full', async ({ app, sandbox }) => {
  test.slow()
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await goToAdminScreen(page, 'people/new')
  await expect(heading(page, 'New user')).toBeVisible()
  await app.expectAccessible()

  const create = page.getByRole('button', { name: 'Create user' })
  await page.getByRole('switch', { name: 'Password reset link' }).click()
  await field(page, 'Username').fill('no spaces')
  await create.click()
  await expect(field(page, 'Name')).toBeFocused()
  await expect(fieldBox(field(page, 'Name'))).toContainText('Can’t be empty')
  await expect(fieldBox(field(page, 'Username'))).toContainText('only letters, digits')
  const password = page.getByLabel('Password', { exact: true }).and(page.locator('input'))
  await expect(fieldBox(password)).toContainText('Enter a password')
  await app.expectAccessible()

  await field(page, 'Name').fill('Nora Quist')
  await field(page, 'Username').fill('INES')
  await field(page, 'Email').fill('nora@tidewater.example')
  await page.getByRole('switch', { name: 'Random password' }).click()
  await page.getByRole('switch', { name: 'External user' }).click()
  await expect(field(page, 'Projects limit')).toBeDisabled()
  await expect(fieldBox(field(page, 'Projects limit'))).toContainText(
    'External users can’t have personal projects.',
  )
  await field(page, 'Organization').fill('Oceanography')
  await page.getByRole('group', { name: 'Private profile' }).getByLabel('Yes').check()
  await page.getByLabel('Navigation theme').selectOption('Blue')
  await field(page, 'Monthly compute minutes').fill('0')
  await field(page, 'Provider').fill('saml')
  await field(page, 'External UID').fill('nora')
  const picture = await makePicture(page, {
    width: 300,
    height: 300,
    type: 'image/png',
    noise: false,
  })
  await page
    .getByRole('region', { name: 'Avatar' })
    .locator('input')
    .setInputFiles({ name: 'nora.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByRole('img', { name: /^Preview/ })).toBeVisible()
  await field(page, 'External UID').press('Control+Enter')
  await expect(fieldBox(field(page, 'Username'))).toContainText('Already taken by another user')
  await expect(field(page, 'Username')).toBeFocused()

  await field(page, 'Username').fill('nora.q')
  await create.click()
  await expect(
    page.getByText('A confirmation link was sent to nora@tidewater.example'),
  ).toBeVisible()
  await expect(userHeader(page)).toBeVisible()
  await expect(page.getByRole('main').getByText('@nora.q').first()).toBeVisible()
  expect(await findUser(sandbox, 'nora.q')).toMatchObject({
    name: 'Nora Quist',
    external: true,
    projects_limit: 0,
    private_profile: true,
    organization: 'Oceanography',
    theme_id: 4,
    shared_runners_minutes_limit: 0,
    confirmed_at: null,
    identities: [{ provider: 'saml', extern_uid: 'nora' }],
    avatar_url: expect.stringContaining('/uploads/'),
  })
})

for (const flavor of ['interface', 'gitlab'] as const) {
  test.describe(`with GitLab flavor ${flavor}`, () => {
    test.use({ sandboxOptions: { flavor } })

    test(
      'sends only changed fields, undoes the edit, and reports values already in use @full',
      { tag: '@browser' },
      async ({ app, sandbox }) => {
        test.slow()
        const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
        await openAdminUser(page, sandbox, 'maya.lindqvist')
        await page.getByRole('button', { name: 'Edit', exact: true }).click()
        await expect(heading(page, 'Edit Maya Lindqvist')).toBeVisible()
        await expect(save(page)).toBeDisabled()

        await field(page, 'Organization').fill('Cartographers')
        await field(page, 'Pronouns').fill('they/them')
        await page.getByLabel('Navigation theme').selectOption('Red')
        await field(page, 'Location').fill('')
        await expect(summary(page)).toContainText('Cartographers')
        await app.expectAccessible()
        expect(await saveAndGetChanges(page)).toEqual({
          pronouns: 'they/them',
          organization: 'Cartographers',
          theme_id: 9,
          location: '',
        })
        await expect(
          page.getByText('Pronouns, Organization, Location, and Navigation theme'),
        ).toBeVisible()
        expect(await findUser(sandbox, 'maya.lindqvist')).toMatchObject({ theme_id: 9 })
        await expect(field(page, 'Pronouns')).toHaveValue('they/them')
        await page.getByRole('button', { name: 'Undo' }).click()
        await expect(page.getByText('Undone for')).toBeVisible()
        await expect(field(page, 'Location')).toHaveValue('Gothenburg, Sweden')
        await expect(field(page, 'Pronouns')).toHaveValue('she/her')
        expect(await findUser(sandbox, 'maya.lindqvist')).toMatchObject({
          theme_id: 7,
          organization: 'Tidewater Maps',
          location: 'Gothenburg, Sweden',
        })

        await field(page, 'Username').fill('ines')
        await field(page, 'Bio').fill('Kept, whatever happens.')
        await save(page).click()
        await expect(fieldBox(field(page, 'Username'))).toContainText(
          'Already taken by another user',
        )
        await expect(field(page, 'Bio')).toHaveValue('Kept, whatever happens.')
        await field(page, 'Username').fill('maya.lindqvist')
        await field(page, 'Email').fill('ines@example.com')
        await save(page).click()
        await expect(fieldBox(field(page, 'Email'))).toContainText('Already taken by another user')
        await app.expectAccessible()

        await field(page, 'Email').fill('maya@elsewhere.example')
        await save(page).click()
        if (flavor === 'interface') {
          await expect(fieldBox(field(page, 'Email'))).toContainText('Add it to their emails first')
          await field(page, 'Email').fill('maya.new@private.example')
          await save(page).click()
        }
        const waiting = page.getByRole('note').filter({ hasText: 'opens the confirmation link' })
        await expect(waiting).toContainText('The email stays maya.lindqvist@example.com')
        await expect(field(page, 'Email')).toHaveValue('maya.lindqvist@example.com')
        await expect(summary(page)).toContainText('No changes yet.')
        expect(await findUser(sandbox, 'maya.lindqvist')).toMatchObject({
          email: 'maya.lindqvist@example.com',
          bio: 'Kept, whatever happens.',
        })
      },
    )
  })
}

test('keeps typed values, uploads avatars immediately, and warns before admins demote themselves @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  const { id } = (await findUser(sandbox, 'maya.lindqvist'))!
  await openEdit(page, id)
  await field(page, 'Pronouns').fill('they/them')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(heading(page, 'Home')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Unsaved changes from')).toBeVisible()
  await expect(field(page, 'Pronouns')).toHaveValue('they/them')
  const picture = await makePicture(page, {
    width: 300,
    height: 300,
    type: 'image/png',
    noise: false,
  })
  await page
    .getByRole('region', { name: 'Avatar' })
    .locator('input')
    .setInputFiles({ name: 'maya.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: 'Set avatar' }).click()
  await expect(page.getByText('Avatar updated.')).toBeVisible()
  expect(await findUser(sandbox, 'maya.lindqvist')).toMatchObject({
    avatar_url: expect.stringContaining('/uploads/'),
  })

  // Picks up another administrator’s change to a different field before discarding.
  await callAsAdmin(sandbox, 'PUT', `/users/${id}`, { location: 'Malmö' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(field(page, 'Location')).toHaveValue('Malmö')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page, 'Pronouns')).toHaveValue('they/them')
  await discardChanges(page)

  await goToAdminScreen(page, 'people/1/edit')
  await expect(heading(page, 'Edit Ines Okafor')).toBeVisible()
  await page.getByRole('switch', { name: 'Administrator' }).click()
  await save(page).click()
  const dialog = page.getByRole('dialog', { name: 'Give up administrator access?' })
  await app.expectAccessible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await findUser(sandbox, 'ines')).toMatchObject({ is_admin: true })
  await save(page).click()
  await confirmByTyping(page, 'Give up access', 'ines')
  await expect(page.getByText('Administrators only')).toBeVisible()
})
