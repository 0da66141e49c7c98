import { readFileSync } from 'node:fs'
import { expectCount, grid, openDirectory, search } from './support/directory.ts'
import { userHeader } from './support/person.ts'
import { expect, test } from './support/test.ts'

test('selects and exports users by mouse or keyboard, including offline @full', async ({
  app,
  sandbox,
}) => {
  const page = await openDirectory(app, sandbox)

  await test.step('selects one, a range, and all, exports them, and opens a bulk action', async () => {
    const boxes = grid(page).getByRole('checkbox', { name: /^Select (?!all)/ })
    await expect(page.getByRole('button', { name: 'Block…' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await boxes.nth(1).click()
    await expectCount(page, '1 selected')
    await boxes.nth(4).click({ modifiers: ['Shift'] })
    await expectCount(page, '4 selected')
    await boxes.nth(2).click()
    await expectCount(page, '3 selected')

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: '3 selected as JSON' }).click()
    const saved = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
    expect(saved).toHaveLength(3)

    await page.getByRole('button', { name: 'Select all 60' }).click()
    await expectCount(page, '60 selected')
    await boxes.nth(0).click()
    await expectCount(page, '59 selected')
    await app.expectAccessible()
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Deactivate…' }).click()
    await expect(page).toHaveURL(/\/admin\/bulk\?action=deactivate/)
    await page.goBack()
    await expectCount(page, '59 selected')
    await page.getByRole('button', { name: /^Bots/ }).click()
    await expectCount(page, /users$/)
  })

  await test.step('works with the keyboard alone and returns to the row', async () => {
    await page.getByRole('button', { name: /^Everyone/ }).click()
    await expectCount(page, '60 users')
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(grid(page)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(' ')
    await expectCount(page, '1 selected')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expectCount(page, '3 selected')
    await page.keyboard.press('Escape')
    await expectCount(page, '60 users')
    await page.keyboard.press('ControlOrMeta+a')
    await expectCount(page, '60 selected')
    await page.keyboard.press('Escape')
    await page.keyboard.press('End')
    const last = grid(page).locator('[aria-rowindex="61"]')
    await expect(last).toBeVisible()
    await expect(grid(page)).toHaveAttribute(
      'aria-activedescendant',
      (await last.getAttribute('id')) ?? '',
    )
    await page.keyboard.press('PageUp')
    await page.keyboard.press('Home')
    await expect(grid(page).locator('[aria-rowindex="2"]')).toBeVisible()
    await page.keyboard.press('End')
    const name = await last.getByRole('link').innerText()
    await page.keyboard.press('Enter')
    await expect(userHeader(page)).toBeVisible()
    await expect(page.getByRole('main')).toContainText(name)
    await page.goBack()
    await expect(last).toBeVisible()
  })

  await test.step('shows loaded users while offline', async () => {
    await sandbox.stop()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText(/You can still search and filter/)).toBeVisible()
    await search(page).fill('winter')
    await expectCount(page, '1 user')
    await app.expectAccessible()
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByRole('checkbox', { name: 'Without projects' }).check()
    await expect(page.getByRole('alert')).toContainText('“Without projects” needs a connection')
    await page.keyboard.press('Escape')
    await sandbox.start()
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByText(/You can still search and filter/)).toHaveCount(0)
  })
})
