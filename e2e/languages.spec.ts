import { directionOf, languages, offeredLanguages } from '../src/shared/messages/languages.ts'
import { en } from '../src/shared/messages/english.ts'
import { createTranslator } from '../src/shared/messages/translator.ts'
import { invoke } from './support/invoke.ts'
import { expect, test, visit } from './support/test.ts'

for (const language of ['en-XA', ...offeredLanguages.filter((one) => one !== 'en')] as const) {
  test(`translates screens into ${language} @full`, async ({ app, sandbox }) => {
    const { t } = createTranslator(await languages[language].load!(), { language })
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    await page.waitForURL(/#\/of\//)
    const [, account = ''] = /#(\/of\/[^/]+)/.exec(page.url()) ?? []
    const html = page.locator('html')
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })

    await invoke(page, 'settings.set', { language })
    await page.reload()
    const screens = [
      [`${account}/home`, 'app.homeScreen'],
      [`${account}/admin/people`, 'app.directoryScreen'],
      ['/settings', 'app.settingsScreen'],
    ] as const
    for (const [path, title] of screens) {
      await visit(page, path)
      await expect(heading(t(title))).toBeVisible()
      await expect(html).toHaveAttribute('lang', language)
      await expect(html).toHaveAttribute('dir', directionOf(language))
      await app.expectAccessible()
      if (t(title) !== en[title]) await expect(heading(en[title])).toHaveCount(0)
    }

    const keys = page.getByRole('main').locator('kbd')
    await expect(keys.getByText(`${t('app.keyCtrl')} K`)).toBeVisible()

    await visit(page, `${account}/keys`)
    const filter = page.getByRole('main').getByRole('group')
    await expect(filter.getByText(t('keys.filterAll'), { exact: true })).toBeVisible()
    await invoke(page, 'settings.set', { language: 'en' })
    await expect(filter.getByText(en['keys.filterAll'], { exact: true })).toBeVisible()
    await invoke(page, 'settings.set', { language })

    await visit(page, `${account}/status`)
    await expect(heading(t('status.title'))).toBeVisible()
    const text = page.getByRole('main').getByRole('textbox').first()
    await text.fill('Half a sen')
    await invoke(page, 'settings.set', { language: 'en' })
    await expect(heading(en['status.title'])).toBeVisible()
    await expect(html).toHaveAttribute('lang', 'en')
    await expect(text).toHaveValue('Half a sen')
  })
}
