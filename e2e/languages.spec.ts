import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, directionOf, languages, offeredLanguages } from '../src/shared/languages.ts'
import { en } from '../src/shared/messages/en/index.ts'
import { createTranslator } from '../src/shared/messages/translator.ts'
import { expect, test, variant, visit } from './support/test.ts'

const quick: Language = 'en-XA'

for (const language of [quick, ...offeredLanguages.filter((one) => one !== 'en')]) {
  test(`speaks ${language}`, variant(language !== quick), async ({ app, sandbox }) => {
    const catalog = await languages[language].load!()
    const { t } = createTranslator(catalog, { language })
    mkdirSync(app.data, { recursive: true, mode: 0o700 })
    writeFileSync(join(app.data, 'settings.json'), JSON.stringify({ language }))
    const page = await app.open({
      account: { baseUrl: sandbox.url, token: sandbox.tokens.admin },
    })
    const html = page.locator('html')
    const screens = [
      ['/', 'home.title'],
      ['/status', 'status.title'],
      ['/keys', 'keys.title'],
      ['/admin/users', 'directory.title'],
      ['/settings', 'settings.title'],
    ] as const
    for (const [path, title] of screens) {
      await visit(page, path)
      await expect(page.getByRole('heading', { level: 1, name: t(title), exact: true })).toBeVisible()
      await expect(html).toHaveAttribute('lang', language)
      await expect(html).toHaveAttribute('dir', directionOf(language))
      await expect(page.getByText(en[title], { exact: true })).toHaveCount(0)
      await app.expectAccessible()
    }

    await visit(page, '/status')
    const text = page.getByRole('textbox', { name: t('status.message'), exact: true })
    await text.fill('Half a sen')
    await visit(page, '/settings')
    await page.getByLabel(t('settings.language'), { exact: true }).selectOption('en')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expect(html).toHaveAttribute('lang', 'en')
    await visit(page, '/status')
    await expect(page.getByRole('textbox', { name: en['status.message'], exact: true })).toHaveValue(
      'Half a sen',
    )
  })
}
