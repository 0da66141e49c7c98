import type { Locator, Page } from '@playwright/test'

/** A list’s row by the name in its first column. */
export const rowNamed = (list: Locator, name: string): Locator =>
  list
    .getByRole('row')
    .filter({ has: list.page().locator('.first').getByText(name, { exact: true }) })

/** Opens a row’s menu. */
export async function openRowMenu(row: Locator): Promise<Locator> {
  await row.getByRole('button', { name: /^Actions for / }).click()
  return row.page().getByRole('menu')
}

/** Chooses an action from a row’s menu. */
export async function chooseForRow(row: Locator, action: string | RegExp): Promise<void> {
  const menu = await openRowMenu(row)
  await menu.getByRole('menuitem', { name: action }).click()
}

/** Opens the details of a row next to the list. */
export async function inspectRow(row: Locator): Promise<Locator> {
  await chooseForRow(row, 'Details')
  return row.page().locator('.inspector')
}

/** A view above the list. */
export const viewButton = (page: Page, name: string | RegExp): Locator =>
  page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('listitem')
    .getByRole('button', { name })
