import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { rowNamed } from './lists.ts'
import { type TestSandbox, callAsUser } from './sandbox.ts'
import { expect, heading, visit } from './test.ts'

// Helpers for the SSH and GPG keys screen.

export const keyList = (page: Page) => page.getByRole('grid', { name: 'Keys', exact: true })
/** What became of an import. */
export const importResult = (page: Page) => page.locator('.toast').last()
export const drawer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
export const keyRow = rowNamed

/** Shows the files without a usable key instead of the keys. */
export async function openSkippedFiles(page: Page): Promise<Locator> {
  const name = /^(Skipped files|Private keys)/
  await openKeyView(page, name)
  return page.getByRole('grid', { name })
}

/** Opens the keys screen by its URL, as a link does. */
export async function openKeys(page: Page, query = ''): Promise<void> {
  const [, account] = /#\/of\/([^/]+)/.exec(page.url())!
  await visit(page, `/of/${account}/keys${query}`)
  await expect(heading(page, 'Keys')).toBeVisible()
}

/** Opens a view of the list, which may be in the menu. */
export async function openKeyView(page: Page, name: RegExp): Promise<void> {
  const views = page.getByRole('navigation', { name: 'Views' })
  const view = views.getByRole('listitem').getByRole('button', { name })
  const more = views.locator('.more')
  await expect(view.or(more).first()).toBeAttached()
  if (await view.isVisible()) return view.click()
  await more.click()
  await page.getByRole('menuitem', { name }).click()
}

/** Opens a key’s details. */
export async function openKey(page: Page, name: string): Promise<Locator> {
  await keyRow(page.getByRole('grid'), name).locator('.first').dblclick()
  await expect(drawer(page, name)).toBeVisible()
  return drawer(page, name)
}

/** Opens the form for one way of adding keys. */
export async function addKeys(page: Page, way: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: way }).click()
}

interface SshKeyRow {
  id: number
  title: string
  expires_at: string | null
  usage_type: string
}

/** The user’s keys on GitLab. */
export function sshKeysOf(sandbox: TestSandbox): Promise<SshKeyRow[]> {
  return callAsUser(sandbox, 'GET', '/user/keys')
}

export const titlesOf = async (sandbox: TestSandbox) =>
  (await sshKeysOf(sandbox)).map(({ title }) => title).toSorted()

/** Generates a public key that isn’t on any account. */
export function newSshKey(): string {
  const parts = [Buffer.from('ssh-ed25519'), randomBytes(32)]
  const framed = parts.map((part) => Buffer.concat([Buffer.from([0, 0, 0, part.length]), part]))
  return `ssh-ed25519 ${Buffer.concat(framed).toString('base64')}`
}
